### Remarks to graphical programs.

usi-searching = { $known }; searching for { $next }
usi-numbers = proof number { $pn }, disproof number { $dn }
usi-line-not-found = there is a mate, but its line was not found in time; it begins: { $moves }
usi-stopped = stopped by { $limit }: { $numbers }
usi-mates-only = this engine only solves mates: go mate
usi-no-position = there is no valid position to search
usi-late = stopped: the search does not answer at once
usi-over = the game is over
usi-program-help =
    Solves tsume-shogi for a graphical program that speaks USI

    Usage: shomei-usi

    The program takes no arguments: all settings are options of the protocol. Messages are in Japanese if
    the locale is Japanese, or if the option Language of the protocol selects it.
usi-program-argument = error: unexpected argument “{ $argument }”; shomei-usi takes none
