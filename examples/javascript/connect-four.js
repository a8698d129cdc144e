// Connect four. A position: the mover's stones, and all stones. A column is a row of bits.
export class ConnectFour {
  name = "connect-four";
  canRepeat = false;
  start = [0n, 0n];

  constructor(width, height) {
    this.rules = `${width}x${height}`;
    this.height = BigInt(height);
    this.floors = Array.from({ length: width }, (_, column) => 1n << (BigInt(column) * (this.height + 1n)));
    this.tops = this.floors.map((floor) => floor << (this.height - 1n));
  }

  toMove([, all]) {
    let side = 0;
    for (let left = all; left > 0n; left &= left - 1n) side = 1 - side;
    return side;
  }

  moves([, all]) {
    return [...this.tops.keys()].filter((column) => (all & this.tops[column]) === 0n);
  }

  play([own, all], column) {
    return [own ^ all, all | (all + this.floors[column])];
  }

  winner(position) {
    const theirs = position[0] ^ position[1];
    for (const way of [1n, this.height, this.height + 1n, this.height + 2n]) {
      const pairs = theirs & (theirs >> way);
      if ((pairs & (pairs >> (2n * way))) !== 0n) return 1 - this.toMove(position);
    }
    return this.moves(position).length > 0 ? null : "draw";
  }
}

export default new ConnectFour(4, 4);
export const wide = new ConnectFour(5, 4);
