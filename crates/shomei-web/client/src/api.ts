/** Requests to the server and the types of its answers. */
import { backend, type Query } from "./backend.ts";
import type { Attributes } from "./dom.ts";
import { formatPath, type Path } from "./path.ts";
import { patiently } from "./patience.ts";
import { servedLang, type Texts } from "./messages.ts";

export interface Board {
  readonly svg: string;
  /** The board as text. */
  readonly text: string;
  /** A sentence about the side to move. */
  readonly title: string;
}

export interface Piece {
  readonly id: string;
  readonly name: Texts;
  readonly svg: string;
}

export interface Export {
  readonly form: string;
  readonly name: Texts;
}

export interface Game {
  readonly name: string;
  readonly title: Texts;
  readonly sides: readonly string[];
  /** The names of the sides, in the order of `sides`. */
  readonly side_names: readonly Texts[];
  /** The default rules. */
  readonly rules: string;
  readonly rules_help: string;
  readonly position_help: string;
  /** The names of the formats in which positions are read, besides diagrams and moves. */
  readonly reads: readonly string[];
  /** The initial position; null if it depends on the rules. */
  readonly start: string | null;
  /** The export formats, each with a description of its content. */
  readonly exports: readonly Export[];
  /** Whether the game has scores. */
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
  readonly bundles: readonly { readonly id: string; readonly name: string }[];
}

export interface Check {
  readonly state: "waiting" | "running" | "accepted" | "rejected" | "unfinished";
  readonly records: number;
  readonly of: number;
  readonly reason?: string | null;
  readonly seconds: number;
  /** Whether the check can begin again. */
  readonly can_repeat: boolean;
}

export interface Certificate {
  readonly id: string | number;
  readonly name: string;
  readonly game: string;
  readonly rules: string;
  readonly goal: string;
  readonly attacker: string;
  readonly claim: "proved" | "disproved";
  /** The number of plies of the claim; null for any number. */
  readonly plies: number | null;
  /** The claim as a sentence. */
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
  /** The number that extends the path; null if the move is not in the certificate. */
  readonly child: number | null;
  /** The number of the position after the move. */
  readonly to: number | null;
  readonly says: NodeContent | null;
  readonly finished: boolean;
  /** Whether the certificate ends after the move because too few plies remain. */
  readonly out_of_plies: boolean;
  /** The single reply in the certificate. */
  readonly answer: NamedMove | null;
  readonly size: Size | null;
  /** The ply of this line with the same position. */
  readonly back: number | null;
  /** Whether other lines lead to the same position. */
  readonly also: boolean;
}

export type NodeContent = "choice" | "all" | "resolved" | "finished";

export interface Node {
  readonly path: string;
  readonly ply: number;
  readonly number: number | null;
  readonly says: NodeContent;
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
  /** The reason why it ended without a result. */
  readonly reason?: string | null;
}

export interface Read {
  /** The canonical text. */
  readonly position: string;
  readonly mover: string | null;
  /** The reason why the game is over. */
  readonly over: string | null;
  /** The reason why the game refuses an edited position. */
  readonly refused?: string | null;
  readonly board: Board | null;
}

export interface ReadFile {
  /** The game of the file. */
  readonly game: string;
  readonly position: string;
  readonly mover?: string | null;
  readonly moves: readonly string[];
  /** Warnings about a record that was read. */
  readonly warnings: readonly string[];
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

/** An error of the server, or a missing answer. */
export class Refused extends Error {
  readonly trouble: Trouble;
  readonly status: number;

  constructor(trouble: Trouble, status: number) {
    super(trouble.message);
    this.trouble = trouble;
    this.status = status;
  }
}

/** The description of any thrown error. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof Refused) {
    return error.trouble;
  }
  return { type: "run", message: error instanceof Error ? error.message : String(error) };
}

/** The type of errors of the connection. Their message is the browser's. */
export const NO_CONNECTION = "connection";

/** The type of answers that are not this server's. Their message is the HTTP status. */
export const STRANGE = "status";

/** The type of the error that the server cannot open certificates. */
export const UNSUPPORTED = "unsupported";

/** The type of the error that a question has no position. */
export const MISSING = "missing";

/** Whether a read can succeed later: the server is busy or has no free connection. */
export function passes(error: unknown): boolean {
  return isBusy(error) || (error instanceof Refused && error.status === 503 && error.trouble.type === STRANGE);
}

/** Whether nothing exists at the address. */
export function isGone(error: unknown): boolean {
  return error instanceof Refused && (error.status === 404 || error.status === 410);
}

/** The type of the error that a worker of this tab has ended. */
export const FAULT = "fault";

/** Whether the server is busy, so that the request can be repeated later. */
export function isBusy(error: unknown): boolean {
  return error instanceof Refused && error.status === 429;
}

/** Identifies the server that answers questions of this page; empty if there is none. */
export function token(): string {
  return backend().token;
}

/** Sends a read request in the language of the page. */
function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return backend().get<T>(path, { ...query, lang: servedLang() }, signal);
}

function post<T>(path: string, query: Query, body: Blob | string, type: string): Promise<T> {
  return backend().post<T>(path, { ...query, lang: servedLang() }, body, type);
}

const certificates = (id: string) => `/api/certificates/${encodeURIComponent(id)}`;

export const about = () => get<About>("/api/about");
export const certificate = (id: string) => get<Certificate>(certificates(id));
export const check = (id: string) => get<Check>(`${certificates(id)}/check`);

/** Begins an unfinished check again. */
export const checkAgain = (id: string) => post<Check>(`${certificates(id)}/check`, {}, "", "text/plain");

export function node(id: string, path: Path, withLine: boolean, signal?: AbortSignal): Promise<Node> {
  const query = { path: formatPath(path), line: withLine ? 1 : undefined };
  return get<Node>(`${certificates(id)}/node`, query, signal);
}

export interface LineEnd {
  readonly path: string;
  /** The ply to which the line returns, in a disproof with repetitions. */
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

/** The attributes of a link that downloads the line, the board or the certificate. */
export function exportLink(id: string, path: Path, form: string): Attributes {
  return backend().download(`${certificates(id)}/export`, { path: formatPath(path), form, lang: servedLang() });
}

export interface Position {
  readonly game: string;
  readonly rules: string;
  readonly position: string;
}

/** Opens a certificate or a bundle of the reader. */
export function openCertificate(name: string, bytes: Blob): Promise<{ readonly address: string }> {
  return post("/api/certificates", { name }, bytes, "application/octet-stream");
}

export interface BundleRow {
  /** The number of the move in the line. */
  readonly number: number | null;
  /** The name of the move; null for the result of the position. */
  readonly name: string | null;
  readonly result: string;
  /** The kind of the move or its loss. */
  readonly note: string;
  /** The files of the certificates that prove the result. */
  readonly certificates: readonly string[];
}

export interface BundleResults {
  readonly game: string;
  readonly rules: string;
  readonly position: string;
  readonly question: string;
  readonly board: Board;
  /** The names of the moves of the line. */
  readonly line: readonly string[];
  readonly rows: readonly BundleRow[];
  /** The verdict on a solution. */
  readonly verdict: string | null;
  readonly certificates: number;
  readonly records: number;
}

export interface Bundle {
  readonly id: string;
  readonly name: string;
  readonly state: Check["state"];
  /** Why it is not accepted. */
  readonly reason: string | null;
  /** The results of an accepted bundle. */
  readonly results: BundleResults | null;
}

const bundles = (id: string) => `/api/bundles/${encodeURIComponent(id)}`;

export const bundle = (id: string, signal: AbortSignal) => get<Bundle>(bundles(id), {}, signal);

/** The attributes of a link that downloads a bundle. */
export const bundleLink = (id: string) => backend().download(`${bundles(id)}/file`, {});

/** Opens a certificate of a bundle. */
export const openInBundle = (id: string, name: string) =>
  post<{ readonly id: string }>(`${bundles(id)}/certificates/${encodeURIComponent(name)}`, {}, "", "text/plain");

/** A position, drawn after this move. */
export const board = (position: Position, last?: string) => get<Read>("/api/board", { ...position, last });

/** A position with one square changed. Without a piece the square is emptied. */
export function edit(position: Position, square: string, piece: string | null): Promise<Read> {
  return get<Read>("/api/edit", { ...position, square, piece: piece ?? undefined });
}

/** Reads a file in any format and encoding. An empty game name means any game. */
export function readFile(game: string, rules: string, name: string, bytes: Blob): Promise<ReadFile> {
  return patiently(() => post<ReadFile>("/api/read", { game, rules, name }, bytes, "application/octet-stream"), passes);
}
