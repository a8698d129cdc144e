### Results of searches, in all front ends.

## Answers and values

answer-proved = proved
answer-disproved = disproved
answer-unknown = unknown
value-win = win
value-draw = draw
value-loss = loss
value-unknown = unknown
mate = mate
no-mate = no mate

## What stopped a search

stop-nodes = the node limit
stop-time = the time limit
stop-memory = the memory limit
stop-interrupt = an interrupt
stop-game = an error of the game
stop-none = nothing

## Counts

plies =
    { $count ->
        [one] { $count } ply
       *[other] { $count } plies
    }
count-moves =
    { $count ->
        [one] { $count } move
       *[other] { $count } moves
    }
count-nodes =
    { $count ->
        [one] { $count } node
       *[other] { $count } nodes
    }
count-positions =
    { $count ->
        [one] { $count } position
       *[other] { $count } positions
    }
count-problems = { count-positions }
count-records =
    { $count ->
        [one] { $count } record
       *[other] { $count } records
    }

## Lengths of wins

length-at-least =
    { $least ->
        [one] at least { $least } ply
       *[other] at least { $least } plies
    }
length-between = { length-at-least }, at most { $most }
move-mate-in = mate in { $plies }
move-mated = mated
move-mated-in = mated in { $plies }
mate-in = { $plies }
win-in = { $value }, { $length }

## Scores

score-between = between { $least } and { $most }
unit-discs = discs

## Other solutions: verdicts and kinds

unique = unique
unique-but-last-move = unique but for the last move
not-unique = not unique
uniqueness-unknown = not decided
other-shorter = shorter
other-equal = equal
other-promotion = promotion
other-order = order of moves
other-longer = longer
other-unmeasured = length not found
other-last-move = last move
other-detour = detour
variation-solution = another solution, { $kind }: { $length }

## Verdicts of composers

flaw-no-mate = 不詰 (fuzume)
flaw-sooner = 早詰 (hayazume)
flaw-longer-defence = 変長 (henchō)
flaw-two-longer = 二手変長 (nite-henchō)
flaw-another = 余詰 (yozume)
flaw-order = 手順前後 (tejun-zengo)
flaw-promotion = 成生非限定 (nari-narazu hi-gentei)
flaw-surplus = 駒余り (koma-amari)
flaw-last-move = 最終手余詰 (saishūte-yozume)
flaw-detour = 迂回手順 (ukai-tejun)
flaw-same-length = 変同 (hendō)
flaw-henka-betsu = 変別 (henka-betsu)

verdict-sound = 完全 (kanzen)
verdict-open = not decided
verdict-partly-open = { $flaws }; not all is decided
verdict-tolerated = { $verdict }; tolerated: { $tolerated }

## Games and sides

game-loa = Lines of Action
game-othello = Othello
game-shogi = Shogi
game-tsume-shogi = Tsume-shogi
game-uttt = Ultimate tic-tac-toe
game-tree = A game written as text
side-black = Black
side-white = White
side-shogi-black = Black
side-shogi-white = White
attacker-named = { $side }
defender-named = { $side }

## Ends of games

outcome-win = { $side } has won
outcome-draw = it is a draw
over-no-check = { $side } has no check
over-no-evasion = { $side } is in check and has no evasion that checks
over-mated-wasted = { $side } is mated: every interposition would be wasted
over-mated = { $side } is mated
over-no-move = { $side } has no legal move

## Lines of play

line-cut = the line is cut: a limit was reached before its end was found
line-may-be-longer = the line may be shorter than the longest defence: the full table has lost entries
list-separator = { ", " }

## Answers as sentences

sentence-win = { $side } can force a win.
sentence-no-win = { $side } cannot force a win.
sentence-win-unknown = It is not known whether { $side } can force a win.
sentence-mate = { $side } can force mate.
sentence-no-mate = { $side } cannot force mate.
sentence-mate-unknown = It is not known whether { $side } can force mate.
sentence-draw = It is a draw: neither side can force a win.
sentence-value-unknown = The value is not known.
sentence-winning-moves = { $won } of { $all } moves win.
sentence-mating-moves = { $won } of { $all } moves mate.
sentence-score = With best play the score is { $score } for { $side }.
sentence-score-between = The score for { $side } is between { $least } and { $most }.
sentence-score-at-end = The game is over: { $score } for { $side }.
sentence-end-draw = The game is over: it is a draw.
sentence-end-win = The game is over: { $side } has won.
sentence-end-win-by = The game is over: { $side } has won by { $score }.
sentence-shortest-proven = The shortest win takes { $length }. This is proven.
sentence-shortest-open = The shortest win takes { $length }.
sentence-without-wasted = Without wasted interpositions it takes { $length }.
sentence-judgement = Composers' verdict: { $verdict }.
sentence-unique = There is no other solution.
sentence-unique-but-last-move = There is another solution at the last move only.
sentence-not-unique = There are other solutions.
sentence-uniqueness-unknown = Whether there are other solutions is not decided.
sentence-stopped = The search was stopped by { $limit }.
sentence-interrupted = The search was stopped.
sentence = { $text }.
between-sentences = { " " }

## Places of errors

place-column = column { $column }
place-line = line { $line }, column { $column }
place-square = square { $square }
place-move = move { $number } ({ $mv })
error-at = { $place }: { $error }
error-about = { $about }: { $error }
error-headline = error: { $error }
warning-headline = warning: { $warning }

## What a form of records cannot express

loss-moves = { $count ->
        [one] { $count } move is left out: { $first }
       *[other] { $count } moves are left out, the first of them: { $first }
    }
loss-main-line = { $count ->
        [one] { $count } branch after the end continues the main line: { $first }
       *[other] { $count } branches after the end continue the main line, the first of them: { $first }
    }
loss-branches = { $count ->
        [one] { $count } branch is left out: { $first }
       *[other] { $count } branches are left out, the first of them: { $first }
    }
loss-ending = { $count ->
        [one] { $count } end of the main line is left out: { $first }
       *[other] { $count } ends are left out, the first of them: { $first }
    }
loss-branch-endings = { $count ->
        [one] { $count } end of a branch is left out: { $first }
       *[other] { $count } ends of branches are left out, the first of them: { $first }
    }
loss-comments = { $count ->
        [one] { $count } comment is left out: { $first }
       *[other] { $count } comments are left out, the first of them: { $first }
    }
loss-moved-comments = { $count ->
        [one] { $count } comment is kept in another place: { $first }
       *[other] { $count } comments are kept in other places, the first of them: { $first }
    }
loss-headers = { $count ->
        [one] { $count } header is left out: { $first }
       *[other] { $count } headers are left out, the first of them: { $first }
    }
loss-headers-as-comments = { $count ->
        [one] { $count } header is kept as a comment: { $first }
       *[other] { $count } headers are kept as comments, the first of them: { $first }
    }
loss-characters = { $count ->
        [one] { $count } character is replaced: { $first }
       *[other] { $count } characters are replaced, the first of them: { $first }
    }
