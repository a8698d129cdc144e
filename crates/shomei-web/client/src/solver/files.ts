/** Files that were chosen or dropped, folders with all that is in them. */

export interface Item {
  /** With the folders that it stands in. */
  readonly name: string;
  readonly file: File;
}

/** More files than that are not read. */
export const MOST_FILES = 10_000;

/** Names as people order them: `2.kif` before `10.kif`. */
export function byName(first: string, second: string): number {
  return first.localeCompare(second, "en", { numeric: true, sensitivity: "base" }) || (first < second ? -1 : first > second ? 1 : 0);
}

/** Files that no position is in: those of systems and editors. */
export function isHidden(name: string): boolean {
  return name.split("/").some((part) => part.startsWith(".") || part === "Thumbs.db");
}

/** The files of an input, in the order of their names. */
export function chosen(files: Iterable<File>): Item[] {
  return ordered([...files].map((file) => ({ name: file.webkitRelativePath || file.name, file })));
}

/** The files of a drop, folders included. */
export async function dropped(transfer: DataTransfer): Promise<Item[]> {
  // The entries must be taken before anything is waited for; afterwards the transfer is empty.
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
    // A reader hands out a hundred at a time, and none when it has told all.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) {
      return;
    }
    for (const each of some) {
      await walk(each, found);
    }
  }
}
