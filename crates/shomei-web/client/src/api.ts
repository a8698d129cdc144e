/** What the server answers, and how it is asked. */
import { formatPath, type Path } from "./path.ts";
import { patiently } from "./patience.ts";
import { lang } from "./words.ts";

export interface Board {
  readonly svg: string;
  /** The board as text. */
  readonly text: string;
  /** Who moves, in words. */
  readonly title: string;
}

export interface Both {
  readonly en: string;
  readonly ja: string;
}

export interface Piece {
  readonly id: string;
  readonly name: Both;
  readonly svg: string;
}

export interface Export {
  readonly form: string;
  readonly name: Both;
}

export interface Game {
  readonly name: string;
  readonly title: Both;
  readonly sides: readonly string[];
  /** What the sides are called, in the order of `sides`. */
  readonly side_names: readonly Both[];
  /** The rules that hold where none are named. */
  readonly rules: string;
  readonly rules_help: string;
  readonly position_help: string;
  /** The first position; null where the rules say which. */
  readonly start: string | null;
  /** Forms in which lines, positions and boards can be taken away, with what each holds. */
  readonly exports: readonly Export[];
  /** Whether results have a size. */
  readonly scored: boolean;
  readonly pieces: readonly Piece[];
}

export interface Limits {
  readonly threads: number;
  /** In bytes. */
  readonly memory: number;
  readonly seconds: number;
  readonly questions: number;
  readonly body: number;
}

export interface About {
  readonly version: string;
  readonly mode: "explore" | "serve";
  readonly limits: Limits;
  readonly games: readonly Game[];
  readonly certificates: readonly { readonly id: string | number; readonly name: string }[];
}

export interface Check {
  readonly state: "waiting" | "running" | "accepted" | "rejected" | "unfinished";
  readonly records: number;
  readonly of: number;
  readonly reason?: string | null;
  readonly seconds: number;
}

export interface Certificate {
  readonly id: string | number;
  readonly name: string;
  readonly game: string;
  readonly rules: string;
  readonly goal: string;
  readonly attacker: string;
  readonly claim: "proved" | "disproved";
  /** The claim in words. */
  readonly words: string;
  readonly position: string;
  readonly records: number;
  readonly moves: number;
  readonly terminals: number;
  readonly resolved: number;
  readonly bytes: number;
  readonly check: Check;
  readonly sizes: "making" | "ready" | "failed";
}

export interface Size {
  readonly longest_line: number | null;
  readonly as_tree: number | null;
  readonly parents: number;
}

export interface NamedMove {
  readonly mv: string;
  readonly name: string;
}

export interface NodeMove extends NamedMove {
  /** The number to put behind the path; null where the certificate says nothing of the move. */
  readonly child: number | null;
  /** The record that it leads to. */
  readonly to: number | null;
  readonly says: Says | null;
  readonly finished: boolean;
  /** The one move that answers it. */
  readonly answer: NamedMove | null;
  readonly size: Size | null;
  /** The ply of this line at which its position stood already. */
  readonly back: number | null;
  /** Whether other lines lead there, too. */
  readonly also: boolean;
}

export type Says = "choice" | "all" | "resolved" | "finished";

export interface Node {
  readonly path: string;
  readonly ply: number;
  readonly number: number | null;
  readonly says: Says;
  readonly resolved_nodes?: number | null;
  readonly mover: string | null;
  readonly position: string;
  readonly board: Board | null;
  readonly line?: readonly (NamedMove & { readonly mover: string | null })[];
  readonly size: Size | null;
  readonly words: string;
  readonly moves: readonly NodeMove[];
}

export interface Parents {
  readonly parents: readonly (NamedMove & { readonly path: string; readonly number: number })[];
  readonly more: boolean;
}

export interface Find {
  readonly state: "running" | "found" | "none" | "stopped";
  readonly records: number;
  readonly of: number;
  readonly path?: string | null;
  /** Why it has ended without a result. */
  readonly reason?: string | null;
}

export interface Read {
  /** The canonical text. */
  readonly position: string;
  readonly mover: string | null;
  /** Why the game is over, where it is. */
  readonly over: string | null;
  /** Why the game refuses the position, which somebody is still setting up. */
  readonly refused?: string | null;
  readonly board: Board | null;
}

export interface ReadFile {
  /** The game that reads it. */
  readonly game: string;
  readonly position: string;
  readonly mover?: string | null;
  readonly moves: readonly string[];
  readonly branches: number;
  readonly headers: unknown;
  readonly comments: unknown;
  /** What is odd about a record that was read all the same. */
  readonly warnings?: readonly string[];
  readonly board: Board | null;
}

export interface Place {
  readonly line?: number | null;
  readonly column?: number | null;
  readonly square?: string | null;
  readonly move?: string | null;
}

export interface Trouble extends Place {
  readonly type: string;
  readonly message: string;
  readonly suggestion?: string | null;
}

/** An answer that is an error, or none at all. */
export class Refused extends Error {
  readonly trouble: Trouble;
  readonly status: number;

  constructor(trouble: Trouble, status: number) {
    super(trouble.message);
    this.trouble = trouble;
    this.status = status;
  }
}

/** What went wrong, of whatever was thrown. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof Refused) {
    return error.trouble;
  }
  return { type: "run", message: error instanceof Error ? error.message : String(error) };
}

/** Of an error whose message is the browser's own: the server could not be asked. */
export const NO_CONNECTION = "connection";

/** Of an answer that is no answer of this server; its message is a number of HTTP. */
export const STRANGE = "status";

/** Whether there is nothing, or nothing any more, at the address. */
export function isGone(error: unknown): boolean {
  return error instanceof Refused && (error.status === 404 || error.status === 410);
}

/** Whether the server has more to do than it allows, so that the same may be asked again later. */
export function isBusy(error: unknown): boolean {
  return error instanceof Refused && error.status === 429;
}

const TOKEN = "shomei-token";

export function keepToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}

export function token(): string {
  return sessionStorage.getItem(TOKEN) ?? "";
}

type Query = Record<string, string | number | undefined>;

/** An address of the server. */
export function address(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) {
      search.set(name, String(value));
    }
  }
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Reads an answer as JSON; an error of the server is thrown as [`Refused`]. */
function answerOf<T>(response: Response, text: string): T {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    data = null;
  }
  if (!response.ok || data === null) {
    throw new Refused(troubleIn(data) ?? { type: STRANGE, message: String(response.status) }, response.status);
  }
  return data as T;
}

function troubleIn(data: unknown): Trouble | null {
  if (typeof data !== "object" || data === null || !("error" in data)) {
    return null;
  }
  const error = data.error;
  const isTrouble = typeof error === "object" && error !== null && "message" in error;
  return isTrouble ? (error as Trouble) : null;
}

/** Sends a request; that there is no connection is thrown as [`Refused`], that it was given up as what it is. */
async function send<T>(url: string, init: RequestInit): Promise<T> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, init);
    text = await response.text();
  } catch (error) {
    if (init.signal?.aborted === true) {
      throw error;
    }
    throw new Refused({ type: NO_CONNECTION, message: error instanceof Error ? error.message : String(error) }, 0);
  }
  return answerOf<T>(response, text);
}

/** Whether a read may succeed later: the server is busy, or holds as many connections as it may. */
function passes(error: unknown): boolean {
  return isBusy(error) || (error instanceof Refused && error.status === 503 && error.trouble.type === STRANGE);
}

/** Reads something; a server that is busy is asked again. */
export async function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const url = address(path, { ...query, lang: lang() });
  return patiently(() => send<T>(url, signal === undefined ? {} : { signal }), passes, signal);
}

export async function post<T>(path: string, query: Query, body: BodyInit, type: string): Promise<T> {
  const headers = { "content-type": type, "x-shomei-token": token() };
  return send<T>(address(path, { ...query, lang: lang() }), { method: "POST", headers, body });
}

const certificates = (id: string) => `/api/certificates/${encodeURIComponent(id)}`;

export const about = () => get<About>("/api/about");
export const certificate = (id: string) => get<Certificate>(certificates(id));
export const check = (id: string) => get<Check>(`${certificates(id)}/check`);

export function node(id: string, path: Path, withLine: boolean, signal?: AbortSignal): Promise<Node> {
  const query = { path: formatPath(path), line: withLine ? 1 : undefined };
  return get<Node>(`${certificates(id)}/node`, query, signal);
}

export interface LineEnd {
  readonly path: string;
  /** The ply that the line comes back to, in a disproof that goes round. */
  readonly back?: number | null;
}

export function lineEnd(id: string, path: Path, signal: AbortSignal): Promise<LineEnd> {
  return get<LineEnd>(`${certificates(id)}/line`, { path: formatPath(path) }, signal);
}

export function parents(id: string, number: number, signal: AbortSignal): Promise<Parents> {
  return get<Parents>(`${certificates(id)}/parents`, { number }, signal);
}

export const find = (id: string, position: string, signal?: AbortSignal) =>
  get<Find>(`${certificates(id)}/find`, { position }, signal);

export function exportAddress(id: string, path: Path, form: string): string {
  return address(`${certificates(id)}/export`, { path: formatPath(path), form, lang: lang() });
}

export interface Position {
  readonly game: string;
  readonly rules: string;
  readonly position: string;
}

export const board = (position: Position, signal?: AbortSignal) => get<Read>("/api/board", { ...position }, signal);

/** A position with one square changed; no piece empties it. */
export function edit(position: Position, square: string, piece: string | null): Promise<Read> {
  return get<Read>("/api/edit", { ...position, square, piece: piece ?? undefined });
}

/** Reads any form that a game has, in the encoding that it is in; the empty name stands for whichever game reads it. */
export function readFile(game: string, rules: string, name: string, bytes: Blob): Promise<ReadFile> {
  return patiently(() => post<ReadFile>("/api/read", { game, rules, name }, bytes, "application/octet-stream"), passes);
}
