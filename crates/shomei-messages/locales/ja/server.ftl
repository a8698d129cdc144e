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

## エラー

nothing-here = このアドレスには何もありません。
no-such-bundle = その束はありません
no-such-certificate = その証明書はありません。
certificate-gone = この証明書はもう保存されていません。もう一度質問してください。
no-such-question = その質問はありません。
foreign-name = このサーバーはその名前では応答しません。
foreign-page = このサーバーは自分のページにだけ応答します。
no-token = トークンがないか、違っています。shomeiが表示したアドレスで開いてください。
busy-reading = 他の要求が証明書全体を読み込んでいます。しばらくしてからもう一度試してください。
busy = スレッド、メモリ、または同時の質問数が上限に達しています。待つか、他の質問を中止してください。
no-questions = このサーバーは証明書を表示するだけです。質問には`shomei serve`が答えます。
body-too-long = 送信された内容が1 MiBを超えています。
body-too-slow = 受信に時間がかかりすぎています。
bodies-too-many = 他の要求の送信量が多すぎます。しばらくしてからもう一度試してください。
certificate-too-long = 証明書が256 MiBを超えるため、保存されません。
certificate-unkept = 答えの証明書を保存できません：{ $reason }
fault = サーバーで処理に失敗しました。
search-fault = 探索に失敗しました。
check-fault = 検証に失敗しました。
file-changed = ファイルが開いた後に変更されました。もう一度開いてください。
bad-address = アドレスが読めません：{ $reason }
bad-question = 質問が読めません：{ $reason }
path-too-long = 手順が{ $most }手を超えています。
path-no-number = 手順の{ $ply }手目が数ではありません。
path-no-move = { $ply }手目：証明書にある手は{ $known }通りで、番号{ $choice }はありません。
searches-too-many = この証明書ではすでに{ $most }つの局面を探しています。一つ見つかるまで待ってください。
way-too-long = 見つかった局面（番号{ $record }）への手順は{ $most }手を超えるため、表示できません。
lines-too-long = { $most }手を超える手順の先は探していません。その局面はその先にあるかもしれません。
records-too-many = 局面が{ $records }あり、探すには多すぎます。
no-pictures = { $game }の図はありません。
no-form = { $game }は{ $form }では書けません。
no-edit = この局面では「{ $square }」を「{ $piece }」にできません。
no-game-reads = { $games }のどの局面としても読めません。ゲームを選ぶと、どこが違うかが分かります。
not-text = { $byte }バイト目から先がUTF-8ではありません。
most-threads = このサーバーでは一つの質問に使えるスレッドは{ $most }までです。
most-memory = このサーバーでは一つの質問に使えるメモリは{ $most } MiBまでです。
most-seconds = このサーバーでは一つの質問に使える時間は{ $most }秒までです。
bad-field-threads = { $field }は1以上の整数にしてください（入力：{ $found }）。
bad-field-memory = { $field }は1048576（1 MiB）以上のバイト数にしてください（入力：{ $found }）。
bad-field = { $field }は0より大きい数にしてください（入力：{ $found }）。

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
