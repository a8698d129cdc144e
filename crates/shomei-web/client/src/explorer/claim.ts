/** The claim of a certificate and the state of its check. */
import type { Certificate, Check, Game } from "../api.ts";
import { button, h } from "../dom.ts";
import { sideName } from "../games.ts";
import { serverText } from "../trouble.ts";
import { amount, bytes, whole } from "../messages/numbers.ts";
import { inLanguage, message } from "../messages.ts";

/** Whether a check has not ended. */
export function isOpen(check: Check): boolean {
  return check.state === "waiting" || check.state === "running";
}

/** The state of a check as a short text. */
export function checkText(check: Check): string {
  switch (check.state) {
    case "waiting":
      return message("check-waiting");
    case "running":
      return message("check-running", { value: amount(check.records), of: amount(check.of) });
    case "accepted":
      return message("check-accepted", { count: amount(check.of) });
    case "rejected":
      return message("check-rejected");
    case "unfinished":
      return message("check-unfinished");
  }
}

const SIGNS: Readonly<Record<Check["state"], string>> = {
  waiting: "…", running: "…", accepted: "✓", rejected: "✗", unfinished: "?",
};

/** The state with its sign. */
export function stateBadge(state: Check["state"], text: string): HTMLElement {
  return h("span", { class: "badge" }, h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[state]), text);
}

/** An explanation of the state of a check. */
function hint(check: Check): string {
  switch (check.state) {
    case "accepted":
      return message("check-accepted-hint");
    case "rejected":
      return message("check-rejected-hint");
    case "unfinished":
      return message("check-unfinished-hint");
    default:
      return message("check-waiting-hint");
  }
}

/**
 * The state of a check, with a progress bar while it runs. `again` begins it again; null for readers
 * who may not.
 */
export function checkBadge(check: Check, again: (() => void) | null): HTMLElement {
  const label = checkText(check);
  return h(
    "div",
    { class: `check check-${check.state}` },
    stateBadge(check.state, label),
    check.state === "running" && h("progress", { max: Math.max(check.of, 1), value: check.records, "aria-label": label }),
    h("span", { class: "hint" }, hint(check)),
    check.reason ? h("span", { class: "reason" }, serverText(check.reason)) : null,
    check.can_repeat && again !== null && button(message("check-again"), again),
  );
}

/** The facts about a certificate, closed at first. Only a file has a name. */
export function facts(certificate: Certificate, game: Game | undefined, isFile: boolean): HTMLElement {
  const rows: [string, string][] = [
    [message("facts-file"), isFile ? `${certificate.name}, ${bytes(certificate.bytes)}` : bytes(certificate.bytes)],
    [message("facts-game"), game === undefined ? certificate.game : inLanguage(game.title)],
    [message("facts-rules"), certificate.rules],
    [message("facts-attacker"), sideName(certificate.attacker, certificate.game)],
    [message("facts-root"), certificate.position],
    [message("facts-positions"), whole(certificate.records)],
    [message("facts-moves"), whole(certificate.moves)],
    [message("facts-terminals"), whole(certificate.terminals)],
    [message("facts-resolved"), whole(certificate.resolved)],
  ];
  const list = h("dl", {});
  for (const [name, value] of rows) {
    list.append(h("div", {}, h("dt", {}, name), h("dd", {}, value)));
  }
  const notes = { making: message("facts-sizes-making"), ready: "", failed: message("facts-sizes-failed") }[certificate.sizes];
  return h("details", { class: "facts" }, h("summary", {}, message("facts-title")), list, notes !== "" && h("p", {}, notes));
}

/** The claim as a sentence. */
export function claimView(certificate: Certificate): HTMLElement {
  // An unchecked certificate is only a claim.
  const checked = certificate.claim === "proved" ? message("claim-kind-proof") : message("claim-kind-disproof");
  const kind = certificate.check.state === "accepted" ? checked : message("claim-kind");
  return h("div", { class: "claim-words" }, h("span", { class: "kind" }, kind), h("h1", {}, certificate.words));
}
