### Reports as HTML pages.

report-line = The line ({ $plies })
report-comments = Comments
report-moves = The moves
report-move = Move
report-result = Result
report-nodes = Nodes
report-line-heading = Line
report-problem = Problem
report-board = Board
report-answer = Answer
report-time = Time
report-others = Other solutions
report-figures = Figures
report-rules = Rules
report-algorithm = Algorithm
report-expanded = Nodes expanded
report-generated = Nodes generated
report-threads = Threads
report-memory = Memory
report-certificate = Certificate
report-certificate-checked = { $path }: { $records }, { $bytes } bytes; checked: accepted
report-certificate-unchecked = { $path }: { $records }, { $bytes } bytes; not checked here
report-certificates = Certificates
report-bundle = Bundle
report-bundle-content = Content
report-bundle-size = { $count ->
        [one] one certificate
       *[other] { $count } certificates
    }, { $bytes } bytes; checked: accepted
report-bundle-line = Bundle { $name }: { $count ->
        [one] one certificate
       *[other] { $count } certificates
    }, SHA-256 { $sha256 }
report-bytes = Bytes
report-by-rules = by the rules alone
report-not-certified = none: not certified
report-partly-certified = { $names }; partly certified
report-uncertified = { $count ->
        [0] All results are certified.
        [one] One result is not certified completely.
       *[other] { $count } results are not certified completely.
    }
report-variants = Variants
report-change = Change
report-verdict = Verdict
report-boards-left-out = … { $plies } without boards …
report-refutation = The defender's answers ({ $plies } deep)
report-over = (the game is over)
report-decided = (decided by an exhaustive search)
report-as-start = (as at the start)
report-as-after = (as after { $moves })
report-no-move = (no move)
report-error = Error: { $error }
report-made-by = Made by shomei { $version }.
report-title = { $game }: { $problem }
