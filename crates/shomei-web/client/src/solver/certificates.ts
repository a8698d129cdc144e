/** Certificates and links that the reader drops or pastes. */
import { openCertificate, Refused, UNSUPPORTED } from "../api.ts";
import { parseRoute } from "../route.ts";

/** The first bytes of every certificate, and of every bundle. */
const MAGIC = [[0x89, 0x73, 0x68, 0x6f, 0x6d, 0x65, 0x69, 0x0a], [0x50, 0x4b, 0x03, 0x04]];

/** Whether a file is a certificate or a bundle. */
export async function isCertificate(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  return MAGIC.some((magic) => magic.every((byte, index) => bytes[index] === byte));
}

/** Sends a certificate or a bundle to the server and returns the address of its page. */
export async function certificateAddress(name: string, file: Blob): Promise<string> {
  try {
    return (await openCertificate(name, file)).address;
  } catch (error) {
    // Older servers have no such route.
    const isUnknown = error instanceof Refused && (error.status === 404 || error.status === 405);
    throw isUnknown ? new Refused({ type: UNSUPPORTED, message: "" }, error.status) : error;
  }
}

/**
 * The part after `#` of a link to a place of a certificate of this server; null for other texts.
 */
export function placeIn(text: string, base: string): string | null {
  const bare = text.trim();
  const hash = bare.startsWith("#/c/") ? bare : hashOf(bare, base);
  return hash !== null && parseRoute(hash).page === "certificate" ? hash : null;
}

function hashOf(text: string, base: string): string | null {
  if (/\s/.test(text) || !/^https?:\/\//.test(text)) {
    return null;
  }
  try {
    const url = new URL(text);
    return url.origin === new URL(base).origin ? url.hash : null;
  } catch {
    return null;
  }
}
