/**
 * The part of the address after `#`. The page stores its whole state there, so that links can be
 * sent and the back button works.
 */
import { formatPath, parsePath, type Path } from "./path.ts";

export type Route =
  | { readonly page: "start" }
  | { readonly page: "certificate"; readonly id: string; readonly path: Path }
  | { readonly page: "bundle"; readonly id: string }
  /** The composing view. Without a position it shows the last one. */
  | { readonly page: "compose"; readonly position: string | null }
  | LinkedQuestion
  | { readonly page: "unknown" };

/** A position for a question, which is asked at once if the link says which. */
export interface LinkedQuestion {
  readonly page: "question";
  readonly game: string;
  readonly rules: string | null;
  readonly position: string;
  readonly ask: string | null;
}

/** Parses the part of the address after `#`; the `#` is optional. */
export function parseRoute(hash: string): Route {
  const text = hash.replace(/^#/, "").replace(/^\//, "");
  if (text === "") {
    return { page: "start" };
  }
  // A plus sign is a promoted piece, and no space.
  const asked = new URLSearchParams(text.replaceAll("+", "%2B"));
  const [game, position] = [asked.get("game"), asked.get("position")];
  if (game !== null && position !== null) {
    return { page: "question", game, rules: asked.get("rules"), position, ask: asked.get("ask") };
  }
  const [page, id, path = "", ...rest] = text.split("/");
  if (page === "compose" && path === "" && rest.length === 0) {
    return { page: "compose", position: id ? decoded(id) : null };
  }
  if (page === "b" && id && /^\d{1,16}$/.test(id) && path === "" && rest.length === 0) {
    return { page: "bundle", id };
  }
  const numbers = parsePath(path);
  if (page !== "c" || !id || !/^[\w-]{1,64}$/.test(id) || rest.length > 0 || numbers === null) {
    return { page: "unknown" };
  }
  return { page: "certificate", id, path: numbers };
}

export function formatRoute(route: Route): string {
  switch (route.page) {
    case "certificate":
      return `#/c/${route.id}/${formatPath(route.path)}`;
    case "bundle":
      return `#/b/${route.id}`;
    case "question": {
      const fields = Object.entries({ game: route.game, rules: route.rules, position: route.position, ask: route.ask });
      const given = fields.flatMap(([name, value]) => (value === null ? [] : `${name}=${encodeURIComponent(value)}`));
      return `#${given.join("&")}`;
    }
    case "compose":
      return route.position === null ? "#/compose" : `#/compose/${encodeURIComponent(route.position)}`;
    default:
      return "#/";
  }
}

/** A part of an address as text; a part that is not encoded correctly is taken as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a place in a certificate. */
export function linkTo(id: string, path: Path): string {
  return formatRoute({ page: "certificate", id, path });
}

/**
 * The token in the server's address, `#t=TOKEN` or `#/c/ID/PATH&t=TOKEN`, and the address
 * without it.
 */
export function takeToken(hash: string): { token: string | null; hash: string } {
  const found = /(^#?|[&?])t=([\w-]{1,128})/.exec(hash);
  if (found === null) {
    return { token: null, hash };
  }
  const rest = hash.replace(found[0], found[1]?.startsWith("#") ? "#" : "");
  const clean = rest.replace(/^#?&?/, "#");
  return { token: found[2] ?? null, hash: clean === "#" ? "#/" : clean };
}
