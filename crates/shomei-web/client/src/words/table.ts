/** All that the page says: one field a text, one file a language. */

export interface Words {
  // The frame.
  otherLanguage: string;
  help: string;
  close: string;
  keys: string;
  notFound: string;
  notFoundHint: string;
  loading: string;
  toSolver: string;
  noConnection: string;
  /** An answer that is none of this server's. */
  strangeAnswer: (status: string) => string;
  /** What kind of error it is, for one whose message is in another language. */
  trouble: (type: string, where: string) => string;
  /** Before a text in another language. */
  original: string;
  /** A side of a game for people; its own text where it has no other. */
  side: (name: string, game: string) => string;

  // What a certificate claims, and whether that is checked.
  claim: string;
  proof: string;
  disproof: string;
  checkWaiting: string;
  checkRunning: (value: string, of: string) => string;
  checkAccepted: (records: string) => string;
  checkRejected: string;
  checkUnfinished: string;
  checkAcceptedHint: string;
  checkWaitingHint: string;
  checkRejectedHint: string;
  checkUnfinishedHint: string;
  details: string;
  game: string;
  rules: string;
  attacker: string;
  rootPosition: string;
  records: string;
  movesInAll: string;
  terminals: string;
  resolvedCount: string;
  fileSize: string;
  sizesMaking: string;
  sizesFailed: string;

  // The board.
  board: string;
  boardAsText: string;
  copy: string;
  copied: string;
  noPicture: string;

  // Moves at a place.
  moves: string;
  answeredBy: string;
  ends: string;
  resolvedNodes: (nodes: string) => string;
  longest: (plies: number) => string;
  longestHint: string;
  below: (records: string) => string;
  belowHint: string;
  noLength: string;
  repeats: (ply: number) => string;
  alsoFrom: string;
  alsoFromHint: (move: string) => string;
  reachedBy: (count: string) => string;
  silent: (count: number) => string;
  silentMove: string;
  noMoves: string;
  pickHint: (square: string, count: number) => string;

  // The line.
  line: string;
  start: string;
  ply: (ply: number, of: number) => string;
  goToPly: string;
  go: string;
  first: string;
  previous: string;
  next: string;
  last: string;
  toEnd: string;
  toEndHint: string;
  cameBack: (ply: number) => string;
  noNext: string;

  // Other lines to the same position.
  otherLinesOf: (name: string) => string;
  moreLines: string;
  lineOfPlies: (plies: number) => string;

  // Search and export.
  findPosition: string;
  findHint: string;
  find: string;
  findRunning: (value: string, of: string) => string;
  findFound: string;
  findNone: string;
  findStopped: string;
  exports: string;
  exportFile: string;
  copyLink: string;
  linkCopied: string;

  // The keys.
  keyForward: string;
  keyBack: string;
  keySelect: string;
  keyFirst: string;
  keyLast: string;
  keyEnd: string;
  keyPly: string;
  keyFind: string;
  keyAlso: string;
  keyText: string;
  keyLink: string;
  keyLang: string;
  keyHelp: string;
  keyMovePiece: string;
  keyPlace: string;
  keyRemove: string;

  // Setting up a position.
  setUp: string;
  chooseGame: string;
  position: string;
  positionHint: string;
  startPosition: string;
  pieces: string;
  eraser: string;
  toMove: string;
  target: string;
  anyBoard: string;
  setUpHint: string;
  boardKeysHint: string;
  squareNow: (square: string) => string;
  squareChanged: (square: string, piece: string) => string;
  emptied: string;
  dropHere: string;
  fileMoves: (count: number) => string;
  useEnd: string;
  place: (line: number | null, column: number | null) => string;
  atSquare: (square: string) => string;
  atMove: (move: string) => string;
  /** The places of an error, behind what it says. */
  where: (...places: readonly string[]) => string;
  suggestion: (name: string) => string;

  // Asking.
  ask: string;
  question: string;
  askWin: string;
  askValue: string;
  askMoves: string;
  askScore: string;
  askShortest: string;
  askOthers: string;
  askWinHint: string;
  askValueHint: string;
  askMovesHint: string;
  askScoreHint: string;
  askShortestHint: string;
  askOthersHint: string;
  whichSide: string;
  moverSide: string;
  limits: string;
  seconds: string;
  threads: string;
  memory: string;
  solve: string;
  noToken: string;

  // Questions and answers.
  questions: string;
  noQuestions: string;
  searching: string;
  waiting: string;
  stop: string;
  stopping: string;
  remove: string;
  proofNumber: string;
  disproofNumber: string;
  nodes: string;
  nodeCount: (nodes: string) => string;
  time: string;
  secondsShort: (seconds: string) => string;
  perSecond: (nodes: string) => string;
  answer: string;
  win: string;
  draw: string;
  loss: string;
  open: string;
  answerLine: string;
  lineCut: string;
  certificates: string;
  openCertificate: string;
  /** In the place of a link, where the server has let go of the certificate. */
  gone: string;
  goneHint: string;
  move: string;
  value: string;
  othersFound: string;
  othersOpen: string;
  otherAt: (number: number) => string;
  otherKind: (kind: string) => string;
  failed: string;
  lost: string;
  /** Of a question that is not sent before others have ended. */
  turn: (most: number) => string;
  notAsked: string;
  /** Before what went wrong although there is an answer. */
  beside: string;
  /** Why a game is over, as the server says it. */
  over: (reason: string) => string;

  // Many files.
  files: string;
  filesHint: string;
  name: string;
  boardShort: string;
  filesProgress: (done: number, of: number) => string;
  filesDone: (of: number) => string;
  stopAll: string;
  stopped: string;
  download: string;
  error: string;
  chooseFiles: string;
  chooseFolder: string;
  clear: string;
  tooLarge: (most: string) => string;
  nothingToRead: string;
}
