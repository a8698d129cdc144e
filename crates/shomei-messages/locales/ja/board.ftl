### 盤の図の題と文字表示

board-title = { $game }：{ $caption }
board-to-move = { $side }番
board-won = { $side }の勝ち
board-drawn = 引き分け
board-to-move-in = { $side }番（盤{ $board }）
board-to-move-anywhere = { $side }番（どの盤でもよい）
board-small-drawn = 盤{ $board }は引き分け
board-small-won = 盤{ $board }は{ $side }の勝ち
board-colours = { $black }は黒、{ $white }は白
board-no-empty = 空きマスなし
board-no-move = 双方打てるマスなし
board-with-discs = { $turn }（{ $black } 対 { $white }）
board-both-connected = 双方の駒が連結
board-in-hand = { $side }の持駒：{ $pieces }
board-empty-hand = なし
board-legend = 大文字は先手、+ は成駒

## 駒

black-piece = 黒
white-piece = 白
piece-of-side = { $side }の{ $kind }
kind-pawn = 歩
kind-lance = 香
kind-knight = 桂
kind-silver = 銀
kind-gold = 金
kind-bishop = 角
kind-rook = 飛
kind-king = 玉
kind-promoted-pawn = と金
kind-promoted-lance = 成香
kind-promoted-knight = 成桂
kind-promoted-silver = 成銀
kind-promoted-bishop = 馬
kind-promoted-rook = 龍
