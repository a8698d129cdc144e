/** Requests to a server. */
import { NO_CONNECTION, passes, Refused, STRANGE, type Trouble } from "../api.ts";
import type { Query } from "../backend.ts";
import { patiently } from "../patience.ts";

const TOKEN = "shomei-token";

export function keepToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}

export function token(): string {
  return sessionStorage.getItem(TOKEN) ?? "";
}

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

/** Parses an answer as JSON. Throws an error of the server as [`Refused`]. */
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

/** Sends a request. Throws a failed connection as [`Refused`] and an abort unchanged. */
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

/** Sends a read request, again while the server is busy. */
export function get<T>(path: string, query: Query, signal?: AbortSignal): Promise<T> {
  const url = address(path, query);
  return patiently(() => send<T>(url, signal === undefined ? {} : { signal }), passes, signal);
}

export function post<T>(path: string, query: Query, body: Blob | string, type: string): Promise<T> {
  const headers = { "content-type": type, "x-shomei-token": token() };
  return send<T>(address(path, query), { method: "POST", headers, body });
}
