# ページ（`shomei explore`、`shomei serve`）の日本語の文言。
#
# 見出し・ボタン・項目名は名詞か短い語句、利用者への文は「です・ます」で書く。

## 枠

language-name = 日本語
language-label = 言語
page-missing = ページが見つかりません
page-missing-hint = アドレスが途中で切れているか、証明が残っていません。
page-loading = 読み込み中…
solver-link = 質問する
dialog-close = 閉じる

## エラー

error-connection = サーバーが応答しません。起動しているか確認してください。
error-fault = このタブでの処理に失敗しました。メモリ不足の可能性があります（{ $reason }）。
error-status = サーバーから理由のない応答がありました（状態コード{ $status }）。
error-foreign =
    { $type ->
        [usage] この指定は使えません
        [input] 入力を読めません
        [limit] 上限に達しました
       *[other] エラーが起きました
    }{ $where }。
error-original = 原文：
error-suggestion = 「{ $name }」のことですか。
error-file-size = ファイルが{ $most }を超えています。
place-line = { $line }行目
place-column = { $column }文字目
place-line-column = { $line }行目{ $column }文字目
place-square = マス{ $square }
place-move = 指し手{ $move }
place-separator = 、
place-list = （{ $places }）

## 証明の主張と検証

claim-kind = 主張
claim-kind-proof = 証明
claim-kind-disproof = 反証
check-waiting = 未検証
check-running = 検証中：{ $of }局面中{ $value }局面
check-accepted = 検証済み：全{ $count }局面
check-rejected = 不合格
check-unfinished = 検証未完了
check-accepted-hint = ゲームのルールだけで主張を確認しました。
check-waiting-hint = 主張はまだ確認されていません。
check-rejected-hint = このファイルは主張の証明になっていません。
check-unfinished-hint = 検証が途中で終わりました。合格でも不合格でもありません。
check-again = もう一度検証
facts-title = この証明について
facts-file = ファイル
facts-game = ゲーム
facts-rules = ルール
facts-attacker = 攻方
facts-root = 初期局面
facts-positions = 証明の局面数
facts-moves = 指し手数
facts-terminals = 終局数
facts-resolved = 検証時に探索する局面数
facts-sizes-making = 手数と局面数を数えています。
facts-sizes-failed = 手数と局面数を数えられませんでした。

## 盤面

board-label = 盤面
board-as-text = 盤面（テキスト）
board-no-picture = この局面の図はありません。
copy-button = コピー
copy-done = コピーしました

## 局面の指し手

moves-label = 指し手
move-answer = 応手
move-ends = 終局
move-out-of-plies = 手数の上限
move-longest = { $plies }手
move-longest-hint = ここからの最長の記録手順（再探索の局面で終わる）
move-tree = ツリー{ $count }局面
move-tree-hint = この手より先の局面数。手順ごとに別々に数えます
move-cycle = 循環あり
move-repeats = { $ply }手目の局面に戻る
move-repeats-start = 初期局面に戻る
move-transposes = 別手順あり
move-transposes-hint = { $move }の後の局面に至る別手順
moves-to-here = { $count }通りの手で到達
moves-silent = ほかの合法手{ $count }手は証明にありません。ここでは勝つ手が一つあれば十分です。
move-silent = 証明になし
moves-none = これより先の手はありません。
move-resolved = 検証時に{ $nodes }局面の探索で決まります。
move-separator = 、
moves-pick = { $square }：{ $count }手。もう一方のマスを選んでください。

## 手順

line-label = 手順
line-start = 開始
line-ply = 手数を指定
line-go = 移動
line-first = 初期局面
line-after = { $ply }手目の局面
line-back = 1手戻る
line-forward = 1手進む
line-last = 手順の最後
line-to-end = 最後まで進む
line-to-end-hint = 最長手順に沿って
line-came-back = 手順は{ $ply }手目の局面に戻ります。
line-ended = 手順はここで終わりです。
line-position = { $of }手中{ $ply }手目
transpositions-title = { $move }の後の局面に至る別手順
transpositions-more = ほかにもあります。最初のものだけを表示しています。
transpositions-plies = { $plies }手、最終手

## 局面検索と書き出し

find-title = 局面検索
find-hint = ゲームが読めるどの形式でも使えます。
find-button = 検索
find-running = 検索中：{ $of }局面中{ $value }局面
find-found = 見つかりました。
find-none = この局面は証明にありません。
find-stopped = 検索を中止しました。
export-title = 書き出し
export-certificate = 証明全体：PROOF
link-copy = リンクをコピー
link-copied = リンクをコピーしました。

## キー操作

keys-title = キー操作
key-forward = 選択中の手を進める
key-back = 1手戻る
key-select = 手を選ぶ
key-first = 初期局面
key-last = 手順の最後
key-end = 最長手順に沿って最後まで進む
key-ply = 手数を指定して移動
key-find = 局面検索
key-transpositions = 選択中の手の後の局面に至る別手順
key-text = 盤面（テキスト）
key-link = この局面へのリンクをコピー
key-language = 言語の切り替え
key-help = この一覧
key-board-move = 盤上：マスを選ぶ
key-board-place = 盤上：駒や石を選んで置く
key-board-remove = 盤上：マスを空にする

## 局面編集

setup-title = 局面
setup-game = ゲーム
setup-position = 局面
setup-position-hint =
    { $count ->
        [0] 盤面図や手順を貼り付けられます。
       *[other] { $forms }、盤面図、手順を貼り付けられます。
    }
setup-position-own = このゲームの表記で局面を入力してください。例：{ $example }
setup-start = 初期局面
setup-pieces =
    { $game ->
        [othello] 石
       *[other] 駒
    }
setup-eraser = 空きマス
setup-mover = 手番
setup-target = 打つべき盤
setup-any-board = 自由
setup-hint =
    { $game ->
        [othello] 石を選び、マスをクリックしてください。
       *[other] 駒を選び、マスをクリックしてください。
    }
setup-hint-hands = 駒を選び、マスか駒台をクリックしてください。駒台をクリックすると持駒が増えます。駒はドラッグでも動かせます。
setup-hint-play = 動かす駒、移動先のマスの順にクリックしてください。持駒は駒台から打てます。
setup-hint-play-square = 着手するマスをクリックしてください。
setup-mode = クリック操作
setup-mode-edit = 配置
setup-mode-play = 着手
setup-undo = 元に戻す
setup-clear = 盤を空にする
setup-rest = 残りを相手の持駒に
setup-example = 例題
setup-illegal = { $move }は合法手ではありません。
setup-promotion = 成りますか
setup-promote = 成
setup-keep = 不成
setup-missing =
    { $game ->
        [othello] 局面を入力するか、盤に石を置いてください。
       *[other] 局面を入力するか、盤に駒を置いてください。
    }
setup-keys-hint =
    { $game ->
        [othello] 矢印キーでマスを選び、Enterで石を置き、Deleteでマスを空にし、数字キーで石を選びます。
       *[other] 矢印キーでマスを選び、Enterで駒を置き、Deleteでマスを空にし、数字キーで駒を選びます。
    }
setup-square = マス{ $square }：{ $piece }
setup-changed = { $square }：{ $piece }
setup-emptied = 空き
setup-rules = ルール
setup-record-moves =
    { $count ->
        [0] 棋譜に指し手はありません。局面は初期局面です。
       *[other] 棋譜は{ $count }手です。局面は初期局面です。
    }
drop-hint = 棋譜、問題のファイルやフォルダ、証明のファイル、証明の束をここにドロップするか、貼り付けてください。
drop-most = 一度に読めるのは{ $most }ファイルまでです。残りは読んでいません。
drop-unread = 読めませんでした：{ $names }
drop-empty = ドロップされたものの中にファイルがありません。
drop-kinds = 棋譜1つは局面として、証明のファイルは証明の画面で開きます。証明の束は検証して結果を表示します。局面の一覧、フォルダ、複数のファイルは、名前の順に1問ずつ解きます。
certificate-unsupported = このサーバーは証明のファイルを開けません。コマンド shomei explore FILE を使ってください。

## 指定できるルール

rules-help-loa =
    olympiad（既定：simultaneous=draw,no-move=pass）または sackson（simultaneous=mover-wins,no-move=loss）。simultaneous=draw|mover-wins は1手で双方が連結したときの結果（引き分け・手番の側の勝ち）、no-move=pass|loss は指す手のない側の扱い（パス・負け）。どちらも単独でも名前の後でも、コンマで区切って指定できます。board=5|6|7|8 は盤の大きさです（既定は8）。
rules-help-othello =
    standard（石の多い側の勝ち、同数は引き分け）。black>=N または white>=N は、終局時にその側がN石以上多ければ勝ち、そうでなければ相手の勝ち。Nは-64から64までで、0は負けないことを表します。空きマスは勝った側に数えます。コンマの後の board=6 は6×6の盤で（既定は8）、Nは-36から36までです。
rules-help-shogi =
    tsume（既定：攻方は王手のみ）、tsume-mudaai（王手のみ、無駄合しかない局面も詰み）、full（すべての合法手）。
rules-help-uttt =
    standard または open（勝負のついた盤にも空きマスがある限り打てます。盤は先に列を作った側のものです）。コンマの後の play-out は、攻方がもう列を作れない局面も終局まで探索します（実験用）。
rules-loa-olympiad = オリンピアード（標準）
rules-loa-sackson = サクソン（原型）
rules-othello-standard = 標準（8×8）
rules-othello-six = 標準（6×6）
rules-shogi-tsume = 詰将棋（攻方は王手のみ）
rules-shogi-mudaai = 詰将棋（無駄合を数えない）
rules-shogi-full = すべての合法手
rules-uttt-standard = 標準
rules-uttt-open = 決着した盤にも打てる
rules-other = その他のルール
rules-text = ルールの記述

## 質問

ask-title = 質問
ask-legend = 調べること
ask-win = 勝てるか
ask-win-shogi = 詰むか
ask-value = 勝ち・引き分け・負け
ask-moves = 各着手の結果
ask-score = 石差
ask-shortest = 最短手数
ask-shortest-shogi = 最短手数
ask-others = 余詰の有無
ask-win-hint = 証明が1つ付きます。
ask-value-hint = 双方最善のとき、手番の側から見た結果です。
ask-moves-hint = すべての合法手の結果を調べます。
ask-score-hint = 双方最善のときの石差です。証明が2つ付きます。
ask-shortest-hint = 勝ちまでの最短の手数を調べます。
ask-others-hint = 作意のほかに解があるかを調べます。
ask-side = 対象
ask-side-mover = 手番の側
ask-limits = 上限
ask-seconds = 秒数
ask-threads = スレッド数
ask-memory = メモリ（MiB）
ask-solve = 解く
ask-no-token = 質問するには、サーバーが表示したアドレスでこのページを開いてください。

## 答え

answers-title = 質問と答え
answers-none = 質問とその答えがここに並びます。
state-searching = 探索中…
state-waiting = 待機中…
state-stopping = 中止しています…
state-stopped = 中止
stop-button = 中止
card-remove = 削除
card-again = もう一度質問
progress-pn = 証明数
progress-dn = 反証数
progress-nodes = 局面数
progress-time = 時間
progress-speed = { $seconds }秒（毎秒{ $nodes }局面）
trace-axes = 時間変化（対数目盛）
figure-nodes = { $nodes }局面
figure-seconds = { $seconds }秒
value-win = 勝ち
value-draw = 引き分け
value-loss = 負け
value-mate = 詰み
value-no-mate = 不詰
value-open = 未解決
answer-line = 手順
answer-line-cut = 手順はここで省略されています。
answer-certificates = 証明
answer-explore = 証明をたどる
answer-gone = この証明は残っていません。もう一度質問してください。
answer-gone-hint = 答えの証明は、容量の許す限り保存されます。
answer-move = 指し手
answer-value = 結果
answer-nodes = 局面数
answer-others = ほかに勝つ手：{ $moves }
answer-open = 未解決の手：{ $moves }
answer-at-move = { $number }手目 { $move }
answer-other =
    { $number }手目 { $move }（{ $kind ->
        [shorter] 早詰
        [equal] 同手数
        [promotion] 成生非限定
        [order-of-moves] 手順前後
        [longer] 長手数
        [length-not-found] 手数不明
        [last-move] 最終手
        [detour] 迂回手順
       *[other] { $kind }
    }）
answer-over = 終局：{ $reason }。
answer-problem = 補足：
ask-failed = 質問に失敗しました：
ask-lost = サーバーとの接続が切れ、探索が終わりました。
ask-turn = 順番を待っています。このページが同時に送る質問は{ $most }つまでです。
ask-unasked = 質問の前に中止しました。
ask-stopped = 探索を中止しました。

## ファイルの問題

batch-title = ファイルの問題
batch-name = 名前
batch-board = 盤面
batch-answer = 答え
batch-moves = 手数
batch-nodes = 局面数
batch-time = 時間
batch-progress = { $of }問中{ $done }問終了
batch-done = 全{ $of }問終了
batch-stop = 中止
batch-download = TSVで保存
batch-clear = 削除
choose-files = ファイルを選ぶ
choose-folder = フォルダを選ぶ

## 創作

compose-link = 創作
compose-this = 創作で開く
compose-hint = 図を変えるたびに判定します。盤から除いた駒は玉方の持駒になり、加える駒は玉方の持駒から取ります。
compose-verdict = 判定
compose-mate = { $plies }手詰
compose-no-mate = 不詰
compose-open = 未確定（{ $length }）
compose-invalid = 正しい局面になると判定します。
compose-variants = 変更した図
compose-changes = 変更の種類
compose-change-move = 駒を1マス動かす
compose-change-add = 駒を加える
compose-change-remove = 駒を除く
compose-change-exchange = 駒を替える
compose-change-hand = 持駒を変える
compose-change-shift = 全体をずらす
compose-change-mirror = 左右反転
compose-vary = 変更した図を調べる
compose-progress =
    { $of ->
        [0] 変更した図はありません
       *[other] { $of }図中{ $done }図を検討、完全{ $sound }
    }
compose-cut = { $of }図中{ $done }図を検討、完全{ $sound }。残りは調べていません
compose-show = 表示
compose-show-all = すべて
compose-show-mates = 詰むもの
compose-show-sound = 完全なもの
compose-change = 変更
compose-length = 手数
compose-flaw = 最も重い傷
compose-itself = 原図

## 証明の束

answer-bundle = 証明の束（すべての証明）
bundle-title = 証明の束
bundle-checking = 証明の束を検証しています…
bundle-accepted = 検証済み：証明{ $count }個
bundle-accepted-hint = 結果は、証明とゲームのルールだけから導かれます。
bundle-rejected-hint = このファイルは結果の証明になっていません。
bundle-results = 結果
bundle-note = 備考
bundle-position = この局面
bundle-verdict = 解：{ $verdict }
bundle-more = ほか{ $count }個
bundle-download = 証明の束を保存
