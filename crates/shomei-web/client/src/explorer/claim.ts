/** What a certificate claims, and, in plain sight, whether that has been checked. */
import type { Certificate, Check, Game } from "../api.ts";
import { h } from "../dom.ts";
import { sideName } from "../games.ts";
import { toldView } from "../trouble.ts";
import { amount, bytes, part } from "../words/numbers.ts";
import { lang, words } from "../words.ts";

/** Whether more will be known of a check soon. */
export function isOpen(check: Check): boolean {
  return check.state === "waiting" || check.state === "running";
}

/** A check in a few words. */
export function checkWords(check: Check): string {
  const w = words();
  switch (check.state) {
    case "waiting":
      return w.checkWaiting;
    case "running": {
      const { value, of } = part(check.records, check.of, lang());
      return w.checkRunning(value, of);
    }
    case "accepted":
      return w.checkAccepted(amount(check.of, lang()));
    case "rejected":
      return w.checkRejected;
    case "unfinished":
      return w.checkUnfinished;
  }
}

const SIGNS: Readonly<Record<Check["state"], string>> = {
  waiting: "…", running: "…", accepted: "✓", rejected: "✗", unfinished: "?",
};

/** What a check means for the claim. */
function hint(check: Check): string {
  const w = words();
  switch (check.state) {
    case "accepted":
      return w.checkAcceptedHint;
    case "rejected":
      return w.checkRejectedHint;
    case "unfinished":
      return w.checkUnfinishedHint;
    default:
      return w.checkWaitingHint;
  }
}

/** The state of a check, with a bar while it runs. */
export function checkBadge(check: Check): HTMLElement {
  const label = checkWords(check);
  return h(
    "div",
    { class: `check check-${check.state}` },
    h("span", { class: "badge" }, h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[check.state]), label),
    check.state === "running" && h("progress", { max: Math.max(check.of, 1), value: check.records, "aria-label": label }),
    h("span", { class: "hint" }, hint(check)),
    check.reason ? h("span", { class: "reason" }, toldView(check.reason)) : null,
  );
}

/** The facts of a certificate, folded away. One that belongs to an answer has no name of a file. */
export function facts(certificate: Certificate, game: Game | undefined, isFile: boolean): HTMLElement {
  const w = words();
  const many = (value: number) => value.toLocaleString("en");
  const rows: [string, string][] = [
    [w.fileSize, isFile ? `${certificate.name}, ${bytes(certificate.bytes)}` : bytes(certificate.bytes)],
    [w.game, game?.title[lang()] ?? certificate.game],
    [w.rules, certificate.rules],
    [w.attacker, sideName(certificate.attacker, certificate.game)],
    [w.rootPosition, certificate.position],
    [w.records, many(certificate.records)],
    [w.movesInAll, many(certificate.moves)],
    [w.terminals, many(certificate.terminals)],
    [w.resolvedCount, many(certificate.resolved)],
  ];
  const list = h("dl", {});
  for (const [name, value] of rows) {
    list.append(h("div", {}, h("dt", {}, name), h("dd", {}, value)));
  }
  const notes = { making: w.sizesMaking, ready: "", failed: w.sizesFailed }[certificate.sizes];
  return h("details", { class: "facts" }, h("summary", {}, w.details), list, notes !== "" && h("p", {}, notes));
}

/** The claim in words. */
export function claimWords(certificate: Certificate): HTMLElement {
  const w = words();
  // As long as it is not checked, it is no more than what somebody claims.
  const checked = certificate.claim === "proved" ? w.proof : w.disproof;
  const kind = certificate.check.state === "accepted" ? checked : w.claim;
  return h("div", { class: "claim-words" }, h("span", { class: "kind" }, kind), h("h1", {}, certificate.words));
}
