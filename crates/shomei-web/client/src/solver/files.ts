/** Selected or dropped files, and all files in folders. */

export interface Item {
  /** The name with its folders. */
  readonly name: string;
  /** The name whose ending says the format, if it differs from `name`. */
  readonly readAs?: string;
  readonly file: Blob;
}

/** The most files that are read. */
export const MOST_FILES = 10_000;

/** Compares names with numbers by value: `2.kif` before `10.kif`. */
export function byName(first: string, second: string): number {
  return first.localeCompare(second, "en", { numeric: true, sensitivity: "base" }) || (first < second ? -1 : first > second ? 1 : 0);
}

/** Whether a file belongs to the system or an editor. */
export function isHidden(name: string): boolean {
  return name.split("/").some((part) => part.startsWith(".") || part === "Thumbs.db");
}

/** The files of an input element, ordered by name. */
export function chosen(files: Iterable<File>): Item[] {
  return ordered([...files].map((file) => ({ name: file.webkitRelativePath || file.name, file })));
}

/** The files of a drop, including those in folders. */
export async function dropped(transfer: DataTransfer): Promise<Item[]> {
  // The transfer is empty after the first await, so its entries are read before.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  const files = [...transfer.files];
  const found: Item[] = [];
  for (const entry of entries) {
    if (entry !== null) {
      await walk(entry, found);
    }
  }
  return found.length > 0 ? ordered(found) : chosen(files);
}

function ordered(items: Item[]): Item[] {
  return items.filter((item) => !isHidden(item.name)).sort((a, b) => byName(a.name, b.name)).slice(0, MOST_FILES);
}

async function walk(entry: FileSystemEntry, found: Item[]): Promise<void> {
  if (found.length >= MOST_FILES) {
    return;
  }
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ name: entry.fullPath.replace(/^\//, ""), file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A reader returns up to a hundred entries at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) {
      return;
    }
    for (const each of some) {
      await walk(each, found);
    }
  }
}
