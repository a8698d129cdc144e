# Texts of the page (`shomei explore`, `shomei serve`) in English.
#
# `npm run messages` in crates/shomei-web/client compiles the page.ftl of every language.
# All languages have the same messages with the same variables.

## Frame

language-name = English
language-label = Language
page-missing = Page not found
page-missing-hint = The address may be incomplete, or this certificate is no longer kept.
page-loading = Loading…
solver-link = Ask a question
dialog-close = Close

## Errors

error-connection = The server does not answer. Is it still running?
error-fault = The work has failed in this tab, perhaps because its memory did not suffice ({ $reason }).
error-status = The server answered with status { $status } and gave no reason.
# An error whose text is in another language: the text follows.
error-foreign =
    { $type ->
        [usage] This request is not valid
        [input] The input cannot be read
        [limit] A limit was reached
       *[other] An error occurred
    }{ $where }.
error-original = Original text:
error-suggestion = Did you mean “{ $name }”?
error-file-size = The file is larger than { $most }.
place-line = line { $line }
place-column = column { $column }
place-line-column = line { $line }, column { $column }
place-square = square { $square }
place-move = move { $move }
place-separator = {"; "}
place-list = {" "}({ $places })

## Certificate: claim and check

claim-kind = Claim
claim-kind-proof = Proof
claim-kind-disproof = Disproof
check-waiting = Not checked yet
check-running = Checked: { $value } of { $of } positions
check-accepted = Accepted: all { $count } positions checked
check-rejected = Rejected
check-unfinished = Check not finished
check-accepted-hint = The rules of the game alone confirm the claim.
check-waiting-hint = So far the claim is only what the file states.
check-rejected-hint = This file does not prove its claim.
check-unfinished-hint = The check has ended early. The file is neither accepted nor rejected.
check-again = Check again
facts-title = About this certificate
facts-file = File
facts-game = Game
facts-rules = Rules
facts-attacker = Attacker
facts-root = Initial position
facts-positions = Positions in the certificate
facts-moves = Moves
facts-terminals = Finished positions
facts-resolved = Positions that the checker searches itself
facts-sizes-making = Line lengths and tree sizes are being counted.
facts-sizes-failed = Line lengths and tree sizes could not be counted.

## Board

board-label = Board
board-as-text = Board as text
board-no-picture = There is no picture of this position.
copy-button = Copy
copy-done = Copied

## Moves of a position

moves-label = Moves
move-answer = answer
move-ends = ends the game
move-out-of-plies = no plies remain
move-longest =
    { $plies ->
        [one] { $plies } ply
       *[other] { $plies } plies
    }
move-longest-hint = longest recorded line from here; a re-solved position ends it
move-tree = tree of { $count } positions
move-tree-hint = positions below this move, counted as a tree: each line counts its positions separately
move-cycle = can repeat positions
move-repeats = repeats the position after ply { $ply }
move-repeats-start = repeats the initial position
move-transposes = other lines
move-transposes-hint = Other lines to the position after { $move }
moves-to-here = Reached by { $count } moves
moves-silent =
    { $count ->
        [one] One more legal move is not in the certificate: one winning move is enough here.
       *[other] { $count } more legal moves are not in the certificate: one winning move is enough here.
    }
move-silent = not in the certificate
moves-none = There are no further moves.
move-resolved = The checker decides it with a search of { $nodes } nodes.
move-separator = {", "}
moves-pick =
    { $square }: { $count ->
        [one] { $count } move
       *[other] { $count } moves
    }. Choose the other square.

## Line

line-label = Line
line-start = Start
line-ply = Go to ply
line-go = Go
line-first = Initial position
line-after = Position after ply { $ply }
line-back = Back
line-forward = Forward
line-last = End of the line
line-to-end = Play to the end
line-to-end-hint = Along the longest defence
line-came-back = The line returns to the position after ply { $ply }.
line-ended = The line ends here.
line-position = Ply { $ply } of { $of }
transpositions-title = Other lines to the position after { $move }
transpositions-more = There are more; only the first are shown.
transpositions-plies =
    { $plies ->
        [one] { $plies } ply, last move
       *[other] { $plies } plies, last move
    }

## Search in a certificate and export

find-title = Find a position
find-hint = Any format that the game reads.
find-button = Find
find-running = Searched: { $value } of { $of } positions
find-found = Found.
find-none = This position is not in the certificate.
find-stopped = The search was stopped.
export-title = Export
export-certificate = Whole certificate: PROOF
link-copy = Copy link
link-copied = The link is copied.

## Keyboard shortcuts

keys-title = Keyboard shortcuts
key-forward = Play the selected move
key-back = One ply back
key-select = Select a move
key-first = Initial position
key-last = End of the line
key-end = Play to the end along the longest defence
key-ply = Go to a ply
key-find = Find a position
key-transpositions = Other lines to the position after the selected move
key-text = Board as text
key-link = Copy the link to this position
key-language = Next language
key-help = This list
key-board-move = On the board: select a square
key-board-place = On the board: select a piece and place it
key-board-remove = On the board: clear the square

## Position editor

setup-title = Position
setup-game = Game
setup-position = Position
setup-position-hint =
    { $count ->
        [0] Paste a board diagram or a list of moves.
       *[other] Paste a position in any of these formats: { $forms }, board diagrams, lists of moves.
    }
setup-position-own = Write a position in the notation of the game, such as { $example }
setup-start = Initial position
setup-pieces =
    { $game ->
        [othello] Discs
       *[other] Pieces
    }
setup-eraser = Empty square
setup-mover = To move
setup-target = Must play in board
setup-any-board = any
setup-hint =
    { $game ->
        [othello] Select a disc, then click squares.
       *[other] Select a piece, then click squares.
    }
setup-hint-hands = Select a piece, then click squares or hands; a click on a hand adds the piece. Pieces can also be dragged.
setup-hint-play = Click a piece, then its target square. Drop pieces from the hands.
setup-hint-play-square = Click the square of the move.
setup-mode = Clicks
setup-mode-edit = place pieces
setup-mode-play = play moves
setup-undo = Undo
setup-clear = Clear
setup-rest = Rest to the other hand
setup-example = Example
setup-illegal = { $move } is not a legal move.
setup-promotion = Promote?
setup-promote = Promote
setup-keep = Do not promote
setup-missing =
    { $game ->
        [othello] Enter a position, or place discs on the board.
       *[other] Enter a position, or place pieces on the board.
    }
setup-keys-hint =
    { $game ->
        [othello] Arrow keys select a square, Enter places the disc, Delete clears the square, digits select a disc.
       *[other] Arrow keys select a square, Enter places the piece, Delete clears the square, digits select a piece.
    }
setup-square = Square { $square }: { $piece }
setup-changed = { $square }: { $piece }
setup-emptied = empty
setup-rules = Rules
setup-record-moves =
    { $count ->
        [0] The record has no moves. The position is its initial position.
        [one] The record has one move. The position is its initial position.
       *[other] The record has { $count } moves. The position is its initial position.
    }
drop-hint = Drop or paste files here: a record, problems, a folder, a certificate, a bundle.
drop-most = The page reads at most { $most } files at a time and left out the others.
drop-unread = Not readable: { $names }.
drop-empty = The dropped items contain no file.
drop-kinds = One record opens as a position. A certificate opens in the explorer. A bundle is checked, and its results are shown. Lists, folders and several files are solved one after the other, in the order of their names.
certificate-unsupported = This server cannot open certificates. Use the command: shomei explore FILE

## Rules that can be written

rules-help-loa =
    olympiad (the default: simultaneous=draw,no-move=pass) or sackson (simultaneous=mover-wins,no-move=loss). simultaneous=draw|mover-wins is the result when a move connects both sides; no-move=pass|loss is what happens to a side without a move. Both can be given alone or after a name, separated by commas. board=5|6|7|8 is the size of the board (default 8).
rules-help-othello =
    standard (more discs win; equal numbers are a draw). black>=N or white>=N: that side wins with a margin of at least N discs at the end, otherwise the other side wins. N is between -64 and 64; 0 means not to lose. Empty squares count for the winner. After a comma, board=6 selects the 6x6 board (default 8), where N is between -36 and 36.
rules-help-shogi =
    tsume (the default: the attacker may only give check), tsume-mudaai (the same, and a position where only wasted interpositions are left counts as mate) or full (all legal moves).
rules-help-uttt =
    standard or open (a board that is decided stays open while it has empty cells; it belongs to the side that completed a line first). After a comma, play-out also searches positions in which the attacker can no longer complete a line to their end (for experiments).
rules-loa-olympiad = Olympiad (standard)
rules-loa-sackson = Sackson (original)
rules-othello-standard = Standard, 8×8
rules-othello-six = Standard, 6×6
rules-shogi-tsume = Tsume: the attacker must give check
rules-shogi-mudaai = Tsume, ignoring wasted interpositions
rules-shogi-full = All legal moves
rules-uttt-standard = Standard
rules-uttt-open = Decided boards stay open
rules-other = Other rules
rules-text = Rules as text

## Question

ask-title = Question
ask-legend = What do you want to know?
ask-win = Can this side win?
ask-win-shogi = Is there a mate?
ask-value = Win, draw or loss?
ask-moves = What is the result of each move?
ask-score = What is the score?
ask-shortest = What is the shortest win?
ask-shortest-shogi = What is the shortest mate?
ask-others = Are there other solutions?
ask-win-hint = The answer has one certificate.
ask-value-hint = For the side to move, with best play of both sides.
ask-moves-hint = The result of every legal move.
ask-score-hint = The margin with best play of both sides. The answer has two certificates.
ask-shortest-hint = The smallest number of plies that forces the win.
ask-others-hint = Whether the problem has exactly one solution.
ask-side = Side
ask-side-mover = the side to move
ask-limits = Limits
ask-seconds = Seconds
ask-threads = Threads
ask-memory = Memory, MiB
ask-solve = Solve
ask-no-token = To ask questions, open the page with the address that the server printed.

## Answers

answers-title = Questions
answers-none = Your questions and their answers appear here.
state-searching = Searching…
state-waiting = Waiting…
state-stopping = Stopping…
state-stopped = stopped
stop-button = Stop
card-remove = Remove
card-again = Ask again
progress-pn = Proof number
progress-dn = Disproof number
progress-nodes = Nodes
progress-time = Time
progress-speed = { $seconds } s · { $nodes } per second
trace-axes = over time, logarithmic scale
figure-nodes = { $nodes } nodes
figure-seconds = { $seconds } s
value-win = win
value-draw = draw
value-loss = loss
value-mate = mate
value-no-mate = no mate
value-open = undecided
answer-line = Line
answer-line-cut = The line is cut here.
answer-certificates = Certificates
answer-explore = Walk through the proof
answer-gone = This certificate is no longer kept. Ask the question again.
answer-gone-hint = The certificates of answers are kept while there is room.
answer-move = Move
answer-value = Result
answer-nodes = Nodes
answer-others = Other winning moves: { $moves }
answer-open = Undecided moves: { $moves }
answer-at-move = move { $number } { $move }
answer-other =
    move { $number } { $move } ({ $kind ->
        [shorter] shorter
        [equal] same length
        [promotion] promotion choice
        [order-of-moves] order of moves
        [longer] longer
        [length-not-found] length not found
        [last-move] last move
        [detour] detour
       *[other] { $kind }
    })
answer-over = The game is over: { $reason }.
answer-problem = In addition:
ask-failed = The question failed:
ask-lost = The connection to the server broke, which ended the search.
ask-turn = This question waits for its turn: the page asks { $most } at a time.
ask-unasked = Stopped before it was asked.
ask-stopped = The search was stopped.

## Problems from files

batch-title = Problems from files
batch-name = Name
batch-board = Board
batch-answer = Answer
batch-moves = Moves
batch-nodes = Nodes
batch-time = Time
batch-progress = { $done } of { $of } done
batch-done = All { $of } done
batch-stop = Stop
batch-download = Download as TSV
batch-clear = Remove
choose-files = Choose files
choose-folder = Choose a folder

## Composing view

compose-link = Composing
compose-this = Compose
compose-hint = Every change is judged at once. Pieces that leave the board go to the defender's hand, and new pieces come from there.
compose-verdict = Verdict
compose-mate =
    { $plies ->
        [one] Mate in { $plies } ply
       *[other] Mate in { $plies } plies
    }
compose-no-mate = No mate
compose-open = Not decided ({ $length })
compose-invalid = A legal position has a verdict.
compose-variants = Variants
compose-changes = Changes
compose-change-move = move a piece by one square
compose-change-add = add a piece
compose-change-remove = remove a piece
compose-change-exchange = exchange a piece
compose-change-hand = change the hand
compose-change-shift = shift all
compose-change-mirror = mirror
compose-vary = Examine the variants
compose-progress =
    { $of ->
        [0] No variants
       *[other] { $done } of { $of } variants examined, { $sound } sound
    }
compose-cut = { $done } of { $of } variants examined, { $sound } sound; the others were not reached
compose-show = Show
compose-show-all = all
compose-show-mates = with a mate
compose-show-sound = sound
compose-change = Change
compose-length = Length
compose-flaw = First flaw
compose-itself = The problem itself

## Bundle

answer-bundle = All certificates as one bundle
bundle-title = Bundle
bundle-checking = The bundle is being checked…
bundle-accepted = Accepted: { $count } certificates
bundle-accepted-hint = The results follow from the certificates and the rules of the game alone.
bundle-rejected-hint = This file does not prove its results.
bundle-results = Results
bundle-note = Note
bundle-position = This position
bundle-verdict = Solution: { $verdict }
bundle-more = { $count } more
bundle-download = Download the bundle
