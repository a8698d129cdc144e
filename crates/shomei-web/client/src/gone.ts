/**
 * Links to certificates. A sentence replaces the link once the server has dropped the certificate.
 */
import { check, isGone } from "./api.ts";
import { announce, fill, h } from "./dom.ts";
import { linkTo } from "./route.ts";
import { message } from "./messages.ts";

const gone = new Set<string>();

/** Records that the server lacks a certificate. */
export function noteGone(id: string): void {
  gone.add(id);
}

/** A link to a certificate, or the sentence that it is gone. */
export function certificateLink(id: string, attributes: { readonly class: string }): HTMLElement {
  const place = h("span", { class: "to-certificate" });
  const draw = () => fill(place, gone.has(id) ? h("span", { class: "gone", tabindex: -1 }, message("answer-gone")) : link);
  const link = h(
    "a",
    {
      ...attributes,
      href: linkTo(id, []),
      click: (event) => {
        const { button, ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent;
        // In another tab, that page reports a missing certificate.
        if (button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey) {
          event.preventDefault();
          void follow();
        }
      },
    },
    message("answer-explore"),
  );
  const follow = async () => {
    try {
      await check(id);
    } catch (error) {
      if (isGone(error)) {
        noteGone(id);
        draw();
        place.querySelector<HTMLElement>(".gone")?.focus();
        announce(message("answer-gone"));
        return;
      }
      // The explorer reports other errors.
    }
    if (link.isConnected) {
      location.hash = linkTo(id, []);
    }
  };
  draw();
  return place;
}
