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

/** The files that a reader has chosen. */
export interface Chosen {
  /** At most [`MOST_FILES`], ordered by name. */
  readonly items: readonly Item[];
  /** Whether there are more files. */
  readonly isCut: boolean;
  /** The names of files and folders that cannot be read. */
  readonly unread: readonly string[];
}

/** The files of an input element. */
export function chosen(files: Iterable<File>): Chosen {
  return ordered([...files].map((file) => ({ name: file.webkitRelativePath || file.name, file })), []);
}

/** The files of a drop, including those in folders. */
export async function dropped(transfer: DataTransfer): Promise<Chosen> {
  // The transfer is empty after the first await, so its entries are read before.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) {
    return chosen(transfer.files);
  }
  const found: Item[] = [];
  const unread: string[] = [];
  for (const entry of entries) {
    await walk(entry, found, unread);
  }
  return ordered(found, unread);
}

function ordered(items: Item[], unread: readonly string[]): Chosen {
  const shown = items.filter((item) => !isHidden(item.name)).sort((a, b) => byName(a.name, b.name));
  return { items: shown.slice(0, MOST_FILES), isCut: shown.length > MOST_FILES, unread };
}

async function walk(entry: FileSystemEntry, found: Item[], unread: string[]): Promise<void> {
  if (found.length > MOST_FILES || isHidden(entry.name)) {
    return;
  }
  const name = entry.fullPath.replace(/^\//, "");
  try {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      found.push({ name, file });
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
        await walk(each, found, unread);
      }
    }
  } catch {
    unread.push(name);
  }
}
