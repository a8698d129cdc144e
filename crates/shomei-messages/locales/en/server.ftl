### Texts of the server.

## Certificates

form-line = Line: { $form }
form-positions = Every position of the line: { $form }
form-moves = List of moves: { $form }
form-board = Board: { $form }
claim-score = { $side } can score at least { $score }.
claim-no-score = { $side } cannot score { $score }.
node-one-move = { $side } has one winning move.
node-plays = { $side } plays { $mv }. One move is enough.
node-one-reply = { $side } has one move. It is answered.
node-replies = { $side } has { $moves }. Each is answered.
node-resolved = The certificate ends here: an exhaustive search of { $nodes } decides the position, and the check repeats that search.
node-play-over = The play is over: { $reason }.
node-won = { $side } has won.
node-drawn = It is a draw.
node-out-of-plies = No plies remain: the certificate is about a number of plies.
node-decided = The rules decide it.

## Limits of a check

check-limit = { $reason } (a limit of the check; the certificate may be correct)
check-leaf-limit = record { $record }: it needs a search of { $nodes } nodes, and the limit is { $most }
check-search-limit = record { $record }: all searches together need more than { $most } nodes
check-position-limit = record { $record }: more than { $most } positions must be stored
check-edge-limit = record { $record }: there are more than { $most } moves
check-byte-limit = record { $record }: the stored positions need more than { $most } MiB
check-time-limit = record { $record }: the check takes longer than { $seconds } s
check-stopped = record { $record }: the check was stopped
certificate-wrong = { $reason }

## Faults of certificates

check-wrong-record = record { $record }: { $reason }
check-no-certificate = this is not a certificate
check-version = the format has version { $found }, which is not supported; this program reads versions up to { $supported }
check-truncated = the file is cut off in { $part }
check-checksum = altered: the checksum of { $part } does not agree
check-bad-end = the file does not end as a certificate does: it is cut off, or something follows
check-trailing-data = something follows the end of the certificate
part-header = the header
part-block = block { $number } (from record { $first } on)
part-index = the index
part-trailer = the trailer
