// @ts-check
/**
 * Compiles the message catalogues into `src/messages/catalogues.ts`, with types for their messages.
 *
 * The languages are the directories of `crates/shomei-messages/locales` that contain a `page.ftl`.
 * Faults that stop the compilation: a syntax error, a message or a variable that only some of the
 * languages have, and a message that no source uses. A message that a source uses and the
 * catalogues lack is a type error of that source.
 *
 * `node tools/messages.js` writes the module; with `--check` it only compares.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { FluentResource } from "@fluent/bundle";

const FILE = "page.ftl";

/** The first language is the default of readers whose browser asks for no other that exists. */
const DEFAULT = "en";

/**
 * @typedef {Map<string, string[]>} Variables The sorted variables of each message.
 * @typedef {{ lang: string, text: string, messages: Variables }} Catalogue
 */

/**
 * Reads the catalogue of every language, the default one first.
 * @param {string} locales
 * @returns {Catalogue[]}
 */
export function readCatalogues(locales) {
  const folders = readdirSync(locales).filter((lang) => existsSync(join(locales, lang, FILE)));
  const languages = folders.sort((a, b) => Number(b === DEFAULT) - Number(a === DEFAULT) || (a < b ? -1 : 1));
  if (languages[0] !== DEFAULT) {
    throw new Error(`${locales}: there is no ${DEFAULT}/${FILE}`);
  }
  return languages.map((lang) => {
    const name = `${lang}/${FILE}`;
    const text = readFileSync(join(locales, lang, FILE), "utf8");
    return { lang, text, messages: parse(name, text) };
  });
}

/**
 * @param {string} name
 * @param {string} text
 * @returns {Variables}
 */
function parse(name, text) {
  // The parser skips what it cannot read, so every line that begins a message is compared.
  const ids = [...text.matchAll(/^(\S+)\s*=/gm)].map((match) => match[1] ?? "");
  const double = ids.find((id, index) => ids.indexOf(id) !== index);
  if (double !== undefined) {
    throw new Error(`${name}: the message ${double} occurs twice`);
  }
  const found = new Map(new FluentResource(text).body.map((message) => [message.id, message]));
  /** @type {Variables} */
  const messages = new Map();
  for (const id of ids) {
    const message = found.get(id);
    if (message === undefined || message.value === null) {
      throw new Error(`${name}: the message ${id} has a syntax error or no text`);
    }
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(id)) {
      throw new Error(`${name}: ${id} is not an identifier of two or more lower-case words joined by hyphens`);
    }
    messages.set(id, variables(name, message.value));
  }
  const indented = text.split("\n").findIndex((line) => !/^(#|\s|$|[a-z0-9-]+ =)/.test(line));
  if (indented >= 0) {
    throw new Error(`${name}, line ${indented + 1}: expected a message, a comment or an indented line`);
  }
  return messages;
}

/**
 * The variables in a part of a syntax tree. References to other messages are not supported.
 * @param {string} name
 * @param {unknown} tree
 * @returns {string[]}
 */
function variables(name, tree) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {unknown} part */
  const walk = (part) => {
    if (typeof part !== "object" || part === null) {
      return;
    }
    if ("type" in part && "name" in part) {
      if (part.type === "mesg" || part.type === "term") {
        throw new Error(`${name}: references such as { ${String(part.name)} } are not supported`);
      }
      if (part.type === "var") {
        found.add(String(part.name));
      }
    }
    Object.values(part).forEach(walk);
  };
  walk(tree);
  return [...found].sort();
}

/**
 * The faults of the catalogues, given the texts of all sources.
 * @param {readonly Catalogue[]} catalogues
 * @param {string} sources
 * @returns {string[]}
 */
export function faultsOf(catalogues, sources) {
  const used = new Set([...sources.matchAll(/"([a-z][a-z0-9]*(?:-[a-z0-9]+)+)"/g)].map((match) => match[1]));
  const all = new Set(catalogues.flatMap(({ messages }) => [...messages.keys()]));
  /** @type {string[]} */
  const faults = [];
  for (const id of all) {
    const having = catalogues.filter(({ messages }) => messages.has(id));
    const lacking = catalogues.filter(({ messages }) => !messages.has(id)).map(({ lang }) => lang);
    if (lacking.length > 0) {
      faults.push(`${id} is missing in: ${lacking.join(", ")}`);
    }
    const forms = new Map(having.map(({ lang, messages }) => [messages.get(id)?.join(", ") ?? "", lang]));
    if (forms.size > 1) {
      faults.push(`${id} has different variables: ${[...forms].map(([form, lang]) => `${lang}: ${form || "none"}`).join("; ")}`);
    }
    if (!used.has(id)) {
      faults.push(`${id} is not used by any source`);
    }
  }
  return faults;
}

/**
 * The TypeScript module of the catalogues.
 * @param {readonly Catalogue[]} catalogues
 * @returns {string}
 */
export function moduleOf(catalogues) {
  const types = [...(catalogues[0]?.messages ?? [])].map(([id, names]) => {
    const fields = names.map((name) => `${name}: Value`).join("; ");
    return `  "${id}": [${fields === "" ? "" : `{ ${fields} }`}];`;
  });
  const texts = catalogues.map(({ lang, text }) => `  "${lang}": ${JSON.stringify(compact(text))},`);
  return [
    "/** Made by `npm run messages` from crates/shomei-messages/locales: change the catalogues there. */",
    "",
    "export type Value = string | number;",
    "",
    "/** The arguments of every message. */",
    "export interface Messages {",
    ...types,
    "}",
    "",
    "export const CATALOGUES = {",
    ...texts,
    "} as const;",
    "",
  ].join("\n");
}

/**
 * A catalogue without comments and empty lines.
 * @param {string} text
 */
function compact(text) {
  return text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#")).join("\n");
}

/**
 * The texts of all sources but the compiled catalogues.
 * @param {string} folder
 */
export function sourcesIn(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sources = names.filter((name) => name.endsWith(".ts") && !name.endsWith("catalogues.ts"));
  return sources.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
}

function main() {
  const client = resolve(dirname(fileURLToPath(import.meta.url)), "..");
  const catalogues = readCatalogues(resolve(client, "../../shomei-messages/locales"));
  const faults = faultsOf(catalogues, sourcesIn(join(client, "src")));
  const target = join(client, "src/messages/catalogues.ts");
  const made = moduleOf(catalogues);
  const isFresh = existsSync(target) && readFileSync(target, "utf8") === made;
  if (faults.length === 0 && !isFresh && argv.includes("--check")) {
    faults.push("src/messages/catalogues.ts is outdated: npm run messages");
  }
  if (faults.length > 0) {
    throw new Error(`the message catalogues have faults:\n  ${faults.join("\n  ")}`);
  }
  if (!isFresh) {
    writeFileSync(target, made);
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  main();
}
