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

## Errors

nothing-here = there is nothing at this address
no-such-bundle = there is no such bundle
no-such-certificate = there is no such certificate
certificate-gone = this certificate is no longer stored: ask the question again
no-such-question = there is no such question
foreign-name = this server does not answer to that name
foreign-page = this server answers its own pages only
no-token = the token is missing or wrong: open the address that shomei has printed
busy-reading = other requests are reading whole certificates: try again
busy = other questions use all threads, memory or questions that this server allows: wait, or stop one
no-questions = this server shows certificates; `shomei serve` answers questions
body-too-long = the body is longer than 1 MiB
body-too-slow = the body takes too long to arrive
bodies-too-many = other requests are sending too much: try again
certificate-too-long = certificates of more than 256 MiB are not stored
certificate-unkept = the certificate of the answer cannot be kept: { $reason }
fault = the server failed on this request
search-fault = the search failed
check-fault = the check failed
file-changed = the file has changed since it was opened: open it again
bad-address = the address: { $reason }
bad-question = the question: { $reason }
path-too-long = the path has more than { $most } moves
path-no-number = the path: move { $ply } is not a number
path-no-move = move { $ply }: the certificate has { $known } moves here, so there is no number { $choice }
searches-too-many = { $most } other positions are being searched for in this certificate: wait until one is found
way-too-long = the line to record { $record } has more than { $most } moves, which is more than can be shown
lines-too-long = lines of more than { $most } moves were not followed: the position may be further on
records-too-many = { $records } records are too many to search
no-pictures = there are no pictures of { $game }
no-form = { $game } cannot be written as { $form }
no-edit = "{ $square }" cannot become "{ $piece }" in this position
no-game-reads = it is not a position of { $games }: choose the game to see what is wrong
not-text = the text is not UTF-8 from byte { $byte } on
most-threads = this server allows at most { $most } threads for a question
most-memory = this server allows at most { $most } MiB of memory for a question
most-seconds = this server allows at most { $most } seconds for a question
bad-field-threads = { $field }: expected a whole number of at least 1, found { $found }
bad-field-memory = { $field }: expected at least 1048576 bytes (1 MiB), found { $found }
bad-field = { $field }: expected a number above 0, found { $found }

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
