### Remarks to graphical programs.

usi-searching = { $known }; searching for { $next }
usi-numbers = proof number { $pn }, disproof number { $dn }
usi-line-not-found = there is a mate, but its line was not found in time; it begins: { $moves }
usi-stopped = stopped by { $limit }: { $numbers }
usi-mates-only = this engine only solves mates: go mate
usi-no-position = there is no valid position to search
usi-late = stopped: the search does not answer at once
usi-over = the game is over
