/** Links to certificates. A server lets go of old ones: then there is a sentence in the place of the link. */
import { check, isGone } from "./api.ts";
import { announce, fill, h } from "./dom.ts";
import { linkTo } from "./route.ts";
import { words } from "./words.ts";

const gone = new Set<string>();

/** Notes that the server has no such certificate. */
export function noteGone(id: string): void {
  gone.add(id);
}

/** A link to a certificate, or that it is gone. */
export function certificateLink(id: string, attributes: { readonly class: string }): HTMLElement {
  const place = h("span", { class: "to-certificate" });
  const draw = () => fill(place, gone.has(id) ? h("span", { class: "gone", tabindex: -1 }, words().gone) : link);
  const link = h(
    "a",
    {
      ...attributes,
      href: linkTo(id, []),
      click: (event) => {
        const { button, ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent;
        // In another tab or window, that page says what it finds.
        if (button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey) {
          event.preventDefault();
          void follow();
        }
      },
    },
    words().openCertificate,
  );
  const follow = async () => {
    try {
      await check(id);
    } catch (error) {
      if (isGone(error)) {
        noteGone(id);
        draw();
        place.querySelector<HTMLElement>(".gone")?.focus();
        announce(words().gone);
        return;
      }
      // The page of the certificate says what else is wrong.
    }
    if (link.isConnected) {
      location.hash = linkTo(id, []);
    }
  };
  draw();
  return place;
}
