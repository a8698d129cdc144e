// Games of users: the required methods, and their adaptation for the module.

import { ShomeiError, usage } from "./errors.js";
import { Unwritable, read, shown, write } from "./values.js";

/** The result of `winner` for a game that has ended without a winner. */
export const DRAW = "draw";

const REQUIRED = ["toMove", "moves", "play", "winner"];
const OPTIONAL = ["key", "estimate", "format", "parse", "formatMove"];
/** The greatest number of `estimate`. */
const MOST = 2 ** 30 - 1;
/** The maximum number of positions that are searched for shared keys. */
const MOST_VISITED = 2_000;

/** The error of a game that breaks a rule in a position. */
function wrong(what, position, options) {
  return wrongAt(what, shown(position), options);
}

function wrongAt(what, position, options) {
  const error = `${what} (in the position ${position})`;
  return new ShomeiError({ error, error_type: "game", error_place: { position } }, options);
}

/** The error of a part of a game that has thrown one. */
function failed(cause, part, position) {
  return wrong(`${part} threw ${textOf(cause)}`, position, { cause });
}

/** Reads a part of a game that belongs to no position. */
function reading(part, read) {
  try {
    return read();
  } catch (cause) {
    const error = `${part} of the game threw ${textOf(cause)}`;
    throw new ShomeiError({ error, error_type: "game" }, { cause });
  }
}

function textOf(cause) {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : shown(cause);
}

/** The functions of a user's game for the module. They check the results of the game. */
export class OwnRules {
  #game;
  /** The optional methods of the game. */
  #has;

  /** Checks that a game has its methods. */
  constructor(game) {
    if (typeof game === "function") {
      throw usage(`game: ${game.name} is a class or a function: give an object, such as new ${game.name}()`);
    }
    if (game === null || typeof game !== "object") {
      throw usage(`game: expected a name or an object, not ${shown(game)}`);
    }
    const kind = nameOf(game) ?? "the object";
    const member = (name) => reading(name, () => game[name]);
    const missing = REQUIRED.find((name) => typeof member(name) !== "function");
    if (missing !== undefined) {
      const near = nearest(game, missing);
      throw usage(
        `game: ${kind} has no method ${missing}(position)${near ? `; it has ${near}` : ""}: ` +
          `a game of your own needs ${REQUIRED.join(", ")}`,
        missing,
      );
    }
    this.#game = game;
    this.#has = new Set(OPTIONAL.filter((name) => member(name) !== undefined));
    for (const name of this.#has) {
      if (typeof member(name) !== "function") {
        throw usage(`game: ${name} of ${kind} is not a function`);
      }
    }
    this.name = this.#text("name", lower(nameOf(game)) ?? "game");
    this.variant = this.#text("rules", "");
    this.sides = this.#value("sides", ["first", "second"]);
    if (!Array.isArray(this.sides) || this.sides.length !== 2 || !this.sides.every((side) => typeof side === "string")) {
      throw usage(`game: sides of ${kind} are ${shown(this.sides)}: expected two names`);
    }
    this.canRepeat = this.#value("canRepeat", true);
    if (typeof this.canRepeat !== "boolean") {
      throw usage(`game: canRepeat of ${kind} is ${shown(this.canRepeat)}: expected true or false`);
    }
    this.hasKey = this.#has.has("key");
    this.hasEstimate = this.#has.has("estimate");
  }

  /** The usual starting position. */
  start() {
    const start = this.#value("start");
    if (start === undefined) {
      throw usage(`position: the game ${this.name} has no start`);
    }
    return start;
  }

  /** The text that identifies a position. */
  identity(position) {
    const value = this.hasKey ? this.#ask("key", position) : position;
    try {
      return write(value);
    } catch (error) {
      if (!(error instanceof Unwritable)) {
        throw failed(error, "a property of a position", position);
      }
      const parts = "null, booleans, numbers, bigints, strings, arrays and plain objects";
      throw this.hasKey
        ? wrong(`key() returned a value with ${error.message} in it: it must be made of ${parts}`, position)
        : wrong(
            `a position has ${error.message} in it: use positions made of ${parts}, or give the game a ` +
              "method key(position) that returns such a value",
            position,
          );
    }
  }

  /** 2 * number of moves + side to move; -1, -2 or -3 if the game is over: see rules.rs. */
  look(position) {
    const end = this.#end(position);
    if (end !== null) {
      // No later call for this position would detect a different result.
      const again = this.#end(position);
      if (again !== end) {
        throw wrong(`winner() returned ${shown(end)} and then ${shown(again)}: it must always return the same for a position`, position);
      }
      return end === DRAW ? -3 : -1 - end;
    }
    const count = this.#moves(position).length;
    if (count === 0) {
      throw wrong(
        "moves() returned no move although winner() returned null: a side that cannot move while the " +
          "game is not over needs a move that passes",
        position,
      );
    }
    return 2 * count + this.#side(position);
  }

  /** The position with this identity, in a game without `key`. */
  identified(identity) {
    return read(identity);
  }

  /** The positions after the moves of a position with this identity. */
  expand(position, identity, look) {
    const moves = this.#moves(position);
    const positions = moves.map((move) => this.#play(position, move));
    if (this.identity(position) !== identity) {
      const what = "play() or another function has changed the position it was given: it must return a new one";
      throw wrongAt(what, identity);
    }
    this.#refuseChanges(position, look, moves);
    return { positions, identities: positions.map((child) => this.identity(child)).join("\n") };
  }

  /** The estimated work to prove that the attacker wins, and to refute it. */
  estimate(position) {
    const numbers = this.#ask("estimate", position);
    const isRight = (number) => Number.isInteger(number) && number >= 1 && number <= MOST;
    if (!Array.isArray(numbers) || numbers.length !== 2 || !numbers.every(isRight)) {
      throw wrong(`estimate() returned ${shown(numbers)}: expected two numbers from 1 to ${MOST}`, position);
    }
    return numbers;
  }

  /** The position on one line. */
  format(position) {
    if (!this.#has.has("format")) {
      return this.#written(position, position, "position", "format and parse");
    }
    const text = this.#ask("format", position);
    if (typeof text !== "string" || /[\n\r]/.test(text)) {
      throw wrong(`format() returned ${shown(text)}: expected a text on one line`, position);
    }
    return text;
  }

  /** The position of a text that `format` wrote. */
  parse(text) {
    const hasParse = this.#has.has("parse");
    try {
      return hasParse ? this.#game.parse(text) : read(text);
    } catch (cause) {
      const what = hasParse ? `parse() threw ${textOf(cause)}` : cause.message;
      throw new ShomeiError({ error: what, error_type: "input", error_place: { column: 1 } }, { cause });
    }
  }

  /** The text of the move with this index, without spaces. */
  formatMoveAt(position, index) {
    const move = this.#moves(position)[index];
    if (!this.#has.has("formatMove")) {
      return typeof move === "string" && /^\S+$/.test(move)
        ? move
        : this.#written(move, position, "move", "formatMove").replace(/\s/g, "");
    }
    const text = this.#ask("formatMove", position, move);
    if (typeof text !== "string" || !/^\S+$/.test(text)) {
      throw wrong(`formatMove() returned ${shown(text)}: expected a text without spaces`, position);
    }
    return text;
  }

  /** The error of a game that breaks a rule in the position with this identity. */
  wrong(what, identity) {
    return wrongAt(what, identity);
  }

  /**
   * Looks for two positions with the same `key` and different moves, mover or winner. The search is
   * breadth first, since neighbouring positions share a wrong key most often.
   */
  refuseSharedKeys(positions) {
    const known = new Map();
    const todo = positions.length > 0 ? [...positions] : [this.start()];
    for (let at = 0; at < Math.min(todo.length, MOST_VISITED); at += 1) {
      const position = todo[at];
      const look = this.look(position);
      const moves = look < 0 ? [] : this.#moves(position);
      const facts = write([look, moves.map((move) => this.#identify(move, position))]);
      const identity = this.identity(position);
      const first = known.get(identity);
      if (first === undefined) {
        known.set(identity, { position, facts });
      } else if (first.facts !== facts) {
        const what = `key() returned ${identity} for two positions that continue in different ways`;
        throw wrongAt(`DifferentKeys: ${what}: ${shown(first.position)}`, shown(position));
      }
      // A difference may appear only after positions with the same key.
      if (first === undefined || shown(first.position) !== shown(position)) {
        todo.push(...moves.map((move) => this.#play(position, move)));
      }
    }
  }

  #ask(name, ...values) {
    try {
      return this.#game[name](...values);
    } catch (cause) {
      throw failed(cause, `${name}()`, values[0]);
    }
  }

  #end(position) {
    const end = this.#ask("winner", position) ?? null;
    if (end !== null && end !== 0 && end !== 1 && end !== DRAW) {
      throw wrong(
        `winner() returned ${shown(end)}: expected 0 or 1 for the side that has won, "draw", or null ` +
          "while the game goes on",
        position,
      );
    }
    return end;
  }

  #side(position) {
    const side = this.#ask("toMove", position);
    if (side !== 0 && side !== 1) {
      throw wrong(`toMove() returned ${shown(side)}: expected 0 for the first side or 1 for the second`, position);
    }
    return side;
  }

  #moves(position) {
    const moves = this.#ask("moves", position);
    if (Array.isArray(moves)) {
      return moves;
    }
    try {
      if (typeof moves !== "string" && typeof moves?.[Symbol.iterator] === "function") {
        return [...moves];
      }
    } catch (cause) {
      throw failed(cause, "moves()", position);
    }
    throw wrong(`moves() returned ${shown(moves)}: expected an array of moves`, position);
  }

  #play(position, move) {
    let child;
    try {
      child = this.#game.play(position, move);
    } catch (cause) {
      throw failed(cause, "play()", position);
    }
    if (child === undefined || child === null) {
      throw wrong(
        `play() returned ${child} for the move ${shown(move)}: it must return the position after the move`,
        position,
      );
    }
    return child;
  }

  /** Refuses a game whose functions return something else after moves were played. */
  #refuseChanges(position, look, moves) {
    const written = moves.map((move) => this.#identify(move, position));
    if (new Set(written).size !== written.length) {
      const twice = moves.find((_, at) => written.indexOf(written[at]) !== at);
      throw wrong(`moves() returned the move ${shown(twice)} twice`, position);
    }
    const again = this.#moves(position);
    const isSame = (move, at) => move === moves[at] || this.#identify(move, position) === written[at];
    if (again.length !== moves.length || 2 * moves.length !== look - (look % 2) || !again.every(isSame)) {
      throw wrong(
        `moves() returned ${shown(moves)} and then ${shown(again)}: it must list the same moves in the ` +
          "same order, and no function may change a position",
        position,
      );
    }
    const [side, end] = [this.#side(position), this.#end(position)];
    if (side !== look % 2 || end !== null) {
      throw wrong(
        `toMove() and winner() returned ${look % 2} and null, and then ${side} and ${shown(end)}: they ` +
          "must always return the same for a position, and no function may change one",
        position,
      );
    }
  }

  /** A value by which moves are compared. */
  #identify(move, position) {
    return Number.isFinite(move) ? move : this.#written(move, position, "move");
  }

  #written(value, position, what, methods) {
    try {
      return write(value);
    } catch (error) {
      if (!(error instanceof Unwritable)) {
        throw failed(error, `a property of a ${what}`, position);
      }
      const advice = methods ? `give the game ${methods}` : "use numbers, strings, arrays and plain objects";
      throw wrong(`a ${what} has ${error.message} in it: ${advice}`, position);
    }
  }

  #value(name, usual) {
    return reading(name, () => {
      const value = this.#game[name];
      return (typeof value === "function" ? this.#game[name]() : value) ?? usual;
    });
  }

  #text(name, usual) {
    const value = this.#value(name, usual);
    if (typeof value !== "string" || /[\n\r]/.test(value)) {
      throw usage(`game: ${name} is ${shown(value)}: expected a text on one line`);
    }
    return value;
  }
}

/** The name of the class of an object. */
function nameOf(game) {
  const name = Object.getPrototypeOf(game)?.constructor?.name;
  return typeof name === "string" && name !== "" && name !== "Object" ? name : undefined;
}

function lower(name) {
  return name?.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}

/** A method whose name differs from this one in upper case and underscores. */
function nearest(game, wanted) {
  const plain = (name) => name.replaceAll("_", "").toLowerCase();
  for (let at = game; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyNames(at).find((name) => name !== wanted && plain(name) === plain(wanted));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** The game of a module: its default export, or the one that the hash of the address names. */
export async function importGame(address) {
  const { href, hash } = new URL(address);
  const name = decodeURIComponent(hash.slice(1)) || "default";
  let module;
  try {
    module = await import(href.slice(0, href.length - hash.length));
  } catch (cause) {
    throw usage(`game: the module ${href} cannot be imported: ${textOf(cause)}`, undefined, { cause });
  }
  if (!(name in module)) {
    const names = Object.keys(module).join(", ");
    throw usage(`game: the module ${href} has no export ${name}; it has ${names || "none"}`);
  }
  return module[name];
}
