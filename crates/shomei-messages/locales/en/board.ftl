### Titles and texts of drawn boards.

board-title = { $game }: { $caption }
board-to-move = { $side } to move
board-won = { $side } has won
board-drawn = Drawn
board-to-move-in = { $side } to move in board { $board }
board-to-move-anywhere = { $side } to move in any open board
board-small-drawn = board { $board } is drawn
board-small-won = board { $board } is won by { $side }
board-colours = { $black } is Black, { $white } is White
board-no-empty = No empty square
board-no-move = Neither side can move
board-with-discs = { $turn } ({ $black } to { $white })
board-both-connected = Both sides are connected
board-in-hand = { $side } in hand: { $pieces }
board-empty-hand = -
board-legend = capitals are Black, + is promoted

## Pieces

black-piece = black piece
white-piece = white piece
piece-of-side = { $side } { $kind }
kind-pawn = pawn
kind-lance = lance
kind-knight = knight
kind-silver = silver
kind-gold = gold
kind-bishop = bishop
kind-rook = rook
kind-king = king
kind-promoted-pawn = promoted pawn
kind-promoted-lance = promoted lance
kind-promoted-knight = promoted knight
kind-promoted-silver = promoted silver
kind-promoted-bishop = promoted bishop
kind-promoted-rook = promoted rook
