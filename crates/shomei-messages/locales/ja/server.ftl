### サーバーの表示

## 証明書

form-line = 手順：{ $form }
form-positions = 手順の全局面：{ $form }
form-moves = 指し手の一覧：{ $form }
form-board = 盤面：{ $form }
claim-score = { $side }は{ $score }以上にできる。
claim-no-score = { $side }は{ $score }以上にできない。
node-one-move = { $side }は一手で足りる。
node-plays = { $side }は{ $mv }の一手で足りる。
node-one-reply = { $side }の手は1通りで、応手がある。
node-replies = { $side }の手は{ $moves }で、すべてに応手がある。
node-resolved = 証明書はここまで。{ $nodes }の全探索で確定し、検証でもその探索を繰り返す。
node-play-over = { $reason }。
node-won = { $side }の勝ち。
node-drawn = 引き分け。
node-out-of-plies = 手数の上限に達しました（手数を限った証明です）。
node-decided = ルールだけで確定。

## 検証の上限

check-limit = { $reason }（検証の上限です。証明書は正しいかもしれません。）
check-leaf-limit = { $record }番目の局面：{ $nodes }局面の探索が必要ですが、上限は{ $most }局面です
check-search-limit = { $record }番目の局面：すべての探索の上限{ $most }局面を使い切りました
check-position-limit = { $record }番目の局面：保持する局面が{ $most }を超えます
check-edge-limit = { $record }番目の局面：手が{ $most }を超えます
check-byte-limit = { $record }番目の局面：保持する局面が{ $most } MiBを超えます
check-time-limit = { $record }番目の局面：上限の{ $seconds }秒を過ぎました
check-stopped = { $record }番目の局面：検証を中止しました
certificate-wrong = 証明書に誤りがあります：{ $reason }

## 証明書の誤り

check-wrong-record = { $record }番目の局面：{ $reason }
check-no-certificate = 証明書ではありません
check-version = 形式のバージョン{ $found }は読めません（読めるのはバージョン{ $supported }まで）
check-truncated = ファイルが{ $part }の途中で切れています
check-checksum = { $part }のチェックサムが合いません
check-bad-end = ファイルの終わりが証明書の形式ではありません
check-trailing-data = 証明書の後に余分なデータがあります
part-header = ヘッダー
part-block = ブロック{ $number }（{ $first }番目の局面から）
part-index = 索引
part-trailer = 末尾
