// Nim: take one, two or three matches; the last one wins. A position: the matches, the side to move.
export default {
  name: "nim",
  start: [21, 0],
  toMove: ([, side]) => side,
  moves: ([matches]) => [1, 2, 3].filter((taken) => taken <= matches),
  play: ([matches, side], taken) => [matches - taken, 1 - side],
  winner: ([matches, side]) => (matches === 0 ? 1 - side : null),
};
