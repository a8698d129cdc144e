### What the command line prints as results.

## The answer, as a headline

headline-score = score { $score } ({ $unit })
headline-score-open = score unknown, { $score } ({ $unit }): stopped by { $limit }
headline-moves-open = unknown: { $open } of { $all } have no value, stopped by { $limit }
headline-moves-open-draw = unknown, at least a draw: { $open } of { $all } have no value, stopped by { $limit }
headline-draw = draw: neither side can force a win
headline-neither-mates = no mate: neither side can force mate
headline-value = { $value }: { $side } wins
headline-proved = proved: { $side } wins
headline-disproved = disproved: { $side } cannot force a win
headline-open = unknown whether { $side } wins: stopped by { $limit }, pn { $pn }, dn { $dn }
headline-mate = mate: { $attacker } mates { $defender }
headline-no-mate = no mate: { $attacker } cannot mate { $defender }
headline-mate-open = unknown whether { $attacker } mates { $defender }: stopped by { $limit }, pn { $pn }, dn { $dn }

## Lengths

shortest-proven = shortest win: { $length }, proven
shortest-proven-other-line = shortest win: { $length }, proven; the line is of a longer one
shortest-if-any = shortest win: { $length }, if there is one
shortest-mate-if-any = shortest mate: { $length }, if there is one
shortest-stopped = shortest win: { $length }; stopped by { $limit }
shortest-stopped-other-line = shortest win: { $length }; stopped by { $limit }; the line is of a longer one
without-wasted-proven = without wasted drops: { $length }, proven
without-wasted-given-up = without wasted drops: { $length }; given up
without-wasted-stopped = without wasted drops: { $length }; stopped by { $limit }
line-without-wasted = line without them ({ $plies }): { $moves }

## One result

table-move = move
table-value = value
table-answer = answer
table-score = score
table-result = result
table-nodes = nodes
table-time = time
line-of-play = line ({ $plies }): { $moves }
nodes-of-search = nodes: { $expanded } expanded, { $generated } generated; { $seconds } s, { $rate }
nodes-of-search-with-leaves = nodes: { $expanded } expanded, { $leaves } in leaves, { $generated } generated; { $seconds } s, { $rate }
nodes-in-time = { $nodes } in { $seconds } s
questions-asked = questions: { $count }
scored-position = scored: { $position }
bundle-written = bundle: { $path } ({ $count ->
    [one] one certificate
   *[other] { $count } certificates
}, { $bytes } bytes), checked: accepted
certificate-written = certificate: { $path } ({ $records }, { $bytes ->
        [one] { $bytes } byte
       *[other] { $bytes } bytes
    })
certificate-checked = { certificate-written }, checked: accepted
certificate-none = certificate: none, the answer is unknown
record-written = record: { $path }
record-none = record: none, the answer is unknown
report-written = report: { $path }
checked-briefly = { $path } checked
game-over = the game is over: { $outcome }
game-over-score = the game is over: { $outcome } with { $score } { $unit }
game-over-by-rules = the game is over: { $outcome } by these rules, with { $score } { $unit }

## Other solutions (compose check)

yozume-verdict = yozume: { $verdict }
surplus = surplus: { $pieces }
judgement = verdict: { $verdict }
judgement-of-shortest = verdict on the shortest solution: { $verdict }
more-moves-not-decided = { $count ->
        [one] { $count } more move
       *[other] { $count } more moves
    }: not decided
place-not-decided = { $place }: not decided
place-not-decided-within = { $place }: not decided within { $nodes }
place-in-line = move { $number }, { $mv } for { $instead }
place-described = { $place }: { $length }, { $kind }
place-described-line = { $place }: { $length }, { $kind }: { $moves }
given-line = given line ({ $plies }): { $moves }
given-line-no-win = given line ({ $plies }, no win at its end): { $moves }
defences-none = other defences: variations only
defences-found = other defences:
defence-holds = no mate
defence-longer = longer
defence-same = as long
defence-another-way = a longer line of the attacker also wins

## Variants of a problem (compose vary)

change-move = move
change-add = add
change-remove = remove
change-exchange = exchange
change-hand = hand
change-shift = shift
change-mirror = mirror
vary-example = (move { $number }, { $mv })
vary-summary = { $count ->
        [one] { $count } variant
       *[other] { $count } variants
    }: { $sound } sound, { $flawed } with flaws, { $none } without mate, { $other } of another length, { $open } not decided; { $nodes } in { $time }
vary-missing = ; { $count } not reached
vary-truncated = ; the list is not complete, because a limit was reached
vary-itself = the problem
trim-minimal = { $length }, minimal
flaw-line = line: { $moves }
flaw-described = flaw at move { $number } ({ $kind }): { $moves }
flaws-more = { $count ->
        [one] { $count } more flaw is not listed
       *[other] { $count } more flaws are not listed
    }

## The author's solution

given-file = the file's
given-text = the given
given-solution = { $whose } solution: { $plies }
given-no-solution = { $whose } moves are not a solution: { $fault }
given-no-mate = it does not end in mate
given-mate-but-wasted = it does not end in mate, but for wasted interpositions (--rules tsume-mudaai)
given-move-fault = move { $number }: { $why }
given-move-illegal = { $mv } cannot be played here
given-shortest = the shortest: { $length }
given-no-win-found = no win was found
parts-separator = { "; " }

## Missing pieces (compose check --missing)

missing-one-line = missing: { $pieces }
missing-more-than-one = more than one piece
not-decided = not decided
missing-or = { " or " }
missing-tries = tries:
missing-more-tries = { $count ->
        [one] { $count } more move
       *[other] { $count } more moves
    }
missing-with-one-more = with one piece more:
missing-piece-length = { $piece } ({ $length })
resistance = longest resistance: { $defence } against { $mv }, { $how }: { $moves }
resistance-holds = it holds
resistance-loses = it loses all the same
one-more-box = the box
one-more-hand = the defender's hand
one-more = { $piece } from { $from }: { $how }
one-more-length = { $piece } from { $from }: { $how }, { $length }
one-more-line = { $text }: { $moves }
one-more-wins = wins
one-more-mates = mate
one-more-no-win = no win
one-more-no-mate = no mate
try-over = { $mv }: over
try-defences = { $mv }: { $defences }
try-defences-named = { $mv }: { $defences }: { $names }
try-longest-other = { $text }; the longest of the others: { $length }
defences-hold = { $holding ->
        [one] { $holding } of { $all } defences holds
       *[other] { $holding } of { $all } defences hold
    }
defences-hold-some-open = { $holding ->
        [one] { $holding } of { $all } defences holds, { $open } not decided
       *[other] { $holding } of { $all } defences hold, { $open } not decided
    }
defence-only-holds = 1 defence holds
defence-only-loses = 0 defences hold
defence-only-open = 1 defence not decided

## Refutations

refutation-head = refutation ({ $plies } deep):
refutation-over = : over
refutation-decided = : decided by an exhaustive search
refutation-as-start = : as at the start
refutation-as-after = : as after { $moves }

## Reviews

review-move = move
review-side = side
review-before = before
review-after = after
review-best = best
review-work = { $positions }, { $nodes }
review-win = win
review-draw = draw
review-no-win = no win
review-loss = loss
review-becomes = { $before } becomes { $after }
review-loses = loses
review-loses-discs = { $count ->
        [one] loses { $count } disc
       *[other] loses { $count } discs
    }
review-loses-discs-at-least = { $count ->
        [one] loses at least { $count } disc
       *[other] loses at least { $count } discs
    }
review-errors = { $side }: { $errors ->
        [one] { $errors } error
       *[other] { $errors } errors
    }
review-errors-discs = { review-errors }, { $lost ->
        [one] { $lost } disc
       *[other] { $lost } discs
    } lost
review-errors-discs-at-least = { review-errors-discs } at least
review-errors-open = { $sum }; { $open ->
        [one] { $open } move is
       *[other] { $open } moves are
    } not decided

## Lists

list-of-values = { $positions }: { $won } won, { $drawn } drawn, { $lost } lost
list-of-answers = { $positions }: { $proved } proved, { $disproved } disproved
list-of-mates = { $positions }: { $proved } mate, { $disproved } no mate
list-unknown = { $count } unknown
list-unknown-mates = { $count } unknown
list-bad-lines = { $count ->
        [one] { $count } bad line
       *[other] { $count } bad lines
    }
list-bad-problems = { $count ->
        [one] { $count } bad problem
       *[other] { $count } bad problems
    }
list-errors = { $count ->
        [one] { $count } error
       *[other] { $count } errors
    }
list-work = { $results }, { $unknown }, { $bad }, { $errors }; { $nodes } in { $seconds } s
list-agree = { $agree } of { $compared } agree
list-incomplete = { $count } not decided in full
list-known = { $count } from the journal
list-line = { $name }: { $text }
list-interrupted = interrupted
overview-line = line
overview-empties = empties
overview-expected = expected
overview-differs = differs
summary-problem = problem
summary-plies = plies
summary-shortest = shortest
summary-unique = unique
summary-yes = yes
summary-no = no
summary-bad = bad
summary-error = error

## Progress

progress-length = { $length }; searching for { $next };
progress-work = pn { $pn }, dn { $dn }; { $nodes } nodes, { $rate }; table { $fill } %; { $time }

## Certificates (verify)

bundle-win = can { $side } force a win
bundle-value = the value
bundle-score = the score
bundle-win-by-move = after each move, can { $side } force a win
bundle-value-by-move = the value of each move
bundle-score-by-move = the score of each move
bundle-solution = is the line the only solution for { $side }
bundle-no-solution = no solution
bundle-lost = loses { $loss }
verify-bundle = accepted: { $count ->
        [one] one certificate proves
       *[other] { $count } certificates prove
    } the results (question: { $question })
verify-line = line: { $moves }
verify-solution = solution: { $verdict }
verify-claim = claim: { $claim }
verify-game = game: { $game }
verify-position = position: { $position }
verify-accepted = accepted
verify-accepted-file = { $file }: accepted: { $claim }; { $records }
verify-rejected = rejected: { $reason }
verify-interrupted = interrupted: { $reason }
verify-file = { $file }: { $verdict }
verify-files = { $files ->
        [one] { $files } file
       *[other] { $files } files
    }: { $accepted } accepted, { $rejected } rejected, { $unchecked } not checked
claim-within = { $claim } within { $plies }
verify-shortest = { $position }: shortest win: exactly { $plies }
verify-held = peak in memory: { $positions }
verify-longest-line = longest line: { $plies }
verify-recorded-line = longest recorded line: { $plies }, without the re-solved positions
verify-checked = checked: { $records }, { $edges ->
        [one] { $edges } edge
       *[other] { $edges } edges
    }, { $terminals ->
        [one] { $terminals } finished position
       *[other] { $terminals } finished positions
    }
verify-checked-searched = { verify-checked }, { $resolved ->
        [one] { $resolved } re-solved position
       *[other] { $resolved } re-solved positions
    } ({ $nodes } searched)

## Positions (show)

show-position = position: { $position }
show-to-move = { $side } to move, { $moves }: { $names }
show-record = record ({ $plies }): { $moves }
show-record-branches = record ({ $plies }, { $branches ->
        [one] { $branches } branch
       *[other] { $branches } branches
    }): { $moves }
show-branch = branch { $number } ({ $plies } from move { $from } on): { $moves }

## Games and algorithms (games, algorithms)

name-and-summary = { $name }: { $summary }
games-sides = sides: { $sides }
games-rules = rules: { $rules }
games-positions = positions: { $positions }
games-records = records: { $forms }
games-hints = hints: { $hints }
games-auto = auto: { $arguments }
games-start = start: { $position }
algorithms-auto = the best for the game: { $name }
algorithms-source = source: { $source }
algorithms-default = default { $value }

## Stores of solved positions (store)

store-game = game: { $game }
store-rules = rules: { $rules }
store-size = size: { $size }
store-no-entries = entries: none
store-entries = entries
store-most-nodes = most nodes
aim-win = { $side } wins
aim-score = { $side } scores at least { $least }
store-verified = { $positions }: { $found } found in the store, { $agree } confirmed, { $disagree } contradicted, { $unknown } unknown, { $bad ->
        [one] { $bad } bad line
       *[other] { $bad } bad lines
    }
store-intact = the store is intact
store-wrong = the store contains wrong entries
store-exported = { $file }: { $positions }
store-imported = { $file }: { $added } new, { $improved } improved, { $same } unchanged, { $contradictions ->
        [one] { $contradictions } contradiction
       *[other] { $contradictions } contradictions
    }

## Help pages

help-usage = Usage:
help-commands = Commands
help-options = Options
help-arguments = Arguments
help-help = Print help
help-help-command = Print this message or the help of the given subcommand(s)
help-version = Print version
help-default = { " " }[default: { $value }]
help-possible = { " " }[possible values: { $values }]
help-game = The game
help-asked = The question
help-composed = The checks
help-search = The search
help-limits = Limits and memory
help-results = Results and files
help-lists = Lists and records of play
help-check = Limits of the check
help-server = The server

## Errors of the arguments, in other languages than English

arguments-conflict = the argument '{ $argument }' cannot be used with '{ $others }'
argument-twice = the argument '{ $argument }' cannot be used multiple times
argument-needs-equals = equal sign is needed when assigning values to '{ $argument }'
argument-unknown = unexpected argument '{ $argument }' found
arguments-missing = the following required arguments were not provided: { $arguments }
argument-without-value = a value is required for '{ $argument }' but none was supplied
argument-bad-value = invalid value '{ $value }' for '{ $argument }': { $reason }
argument-bad-value-alone = invalid value '{ $value }' for '{ $argument }'
argument-values = possible values: { $values }
argument-too-many = unexpected value '{ $value }' for '{ $argument }' found; no more were expected
argument-too-few = { $needed } values required by '{ $argument }'
argument-not-utf8 = invalid UTF-8 was detected in one or more arguments
command-unknown = unrecognized subcommand '{ $command }'
command-missing = a subcommand is required but one was not provided
arguments-wrong = the arguments are wrong
arguments-tip = tip: similar: { $names }
arguments-more-help = For more information, try '--help'.

## Notes

server-ends = Ctrl-C ends the server
browser-not-opened = no browser was opened: { $error }
checkpoint-written = checkpoint: { $bytes }; the same command continues from { $name }
store-used = store: { $positions } found there, { $added } new, { $improved } improved
