/**
 * The questions of this tab and their answers, which survive a reload. They are kept as data, so
 * they are shown even if the server has forgotten them. A running question is kept with its number,
 * under which the server gives the answer.
 */
import { token } from "../api.ts";
import { backend, type TextStorage } from "../backend.ts";
import type { Wish } from "./batch.ts";
import type { Answered, End, Question } from "./question.ts";
import type { Row } from "./table.ts";

export interface StoredCard {
  readonly kind: "card";
  readonly question: Question;
  /** The number of the question at the server, once it was sent. */
  readonly id: string | null;
  readonly end: End | null;
}

export interface StoredBatch {
  readonly kind: "batch";
  readonly game: string;
  readonly wish: Wish;
  readonly rows: readonly Row[];
}

export type Stored = StoredCard | StoredBatch;

const KEY = "shomei-answers";

/** Stores the newest items that fit; the newest is the first. */
export function store(items: readonly Stored[], storage: TextStorage = backend().storage, current = token()): void {
  for (let count = items.length; count >= 0; count = count === 0 ? -1 : Math.floor(count / 2)) {
    try {
      storage.setItem(KEY, JSON.stringify({ token: current, items: items.slice(0, count) }));
      return;
    } catch {
      // The browser stores a few megabytes: the oldest items are dropped.
    }
  }
}

/** The stored items. Those of an earlier server have no certificates and no numbers any more. */
export function restore(storage: TextStorage = backend().storage, current = token()): Stored[] {
  try {
    const found = JSON.parse(storage.getItem(KEY) ?? "null") as { token: string; items: Stored[] } | null;
    if (found === null) {
      return [];
    }
    return found.token === current ? found.items : found.items.map(withoutServer);
  } catch {
    return [];
  }
}

/** Identifies an item in all tabs. The number of an answer belongs to one question. */
export function identityOf(item: Stored): string {
  const identity = item.kind === "card"
    ? [item.question, item.end?.kind, item.end?.kind === "answer" && item.end.id]
    : [item.rows.map(({ name }) => name), item.rows.find(({ question }) => question !== undefined)?.question];
  return JSON.stringify(identity);
}

/** The items of all tabs after one tab has changed its own from `before` to `after`. */
export function merged(all: readonly Stored[], before: readonly Stored[], after: readonly Stored[]): Stored[] {
  const known = new Set(before.map(identityOf));
  const unchanged = new Set(before.map((item) => JSON.stringify(item)));
  const own = new Map(after.map((item) => [identityOf(item), item]));
  const kept = all.filter((item) => own.has(identityOf(item)) || !known.has(identityOf(item)));
  const updated = kept.map((item) => {
    const mine = own.get(identityOf(item));
    return mine === undefined || unchanged.has(JSON.stringify(mine)) ? item : mine;
  });
  return [...after.filter((item) => !known.has(identityOf(item))), ...updated];
}

function withoutServer(item: Stored): Stored {
  if (item.kind === "card") {
    const end: End = item.end ?? { kind: "lost" };
    return { ...item, id: null, end: end.kind === "answer" ? { ...end, id: null, answer: withoutCertificates(end.answer) } : end };
  }
  const rows = item.rows.map(({ question: _question, ...row }) =>
    row.answered === undefined ? row : { ...row, answered: withoutCertificates(row.answered) },
  );
  return { ...item, rows };
}

function withoutCertificates(answered: Answered): Answered {
  const isGone = answered.certificates.length > 0 || answered.bundle != null || answered.isGone === true;
  return { ...answered, certificates: [], bundle: null, isGone };
}
