### コマンドが表示する結果

## 答えの見出し

headline-score = { $unit } { $score }
headline-score-open = { $unit }は未確定、{ $score }：{ $limit }により打ち切り
headline-moves-open = 未解決：{ $all }のうち{ $open }手は結果が出ず、{ $limit }により打ち切り
headline-moves-open-draw = 未解決（引き分け以上）：{ $all }のうち{ $open }手は結果が出ず、{ $limit }により打ち切り
headline-draw = 引き分け：双方最善で引き分け
headline-neither-mates = 不詰：どちらの玉も詰まない
headline-value = { $value }：{ $side }の必勝
headline-proved = 証明：{ $side }の必勝
headline-disproved = 反証：{ $side }に必勝手順なし
headline-open = 未解決：{ $side }が必勝かどうか、{ $limit }により打ち切り、証明数{ $pn }、反証数{ $dn }
headline-mate = 詰み：{ $attacker }が{ $defender }を詰ます
headline-no-mate = 不詰：{ $defender }は詰まない
headline-mate-open = 未解決：{ $defender }が詰むかどうか、{ $limit }により打ち切り、証明数{ $pn }、反証数{ $dn }

## 手数

shortest-proven = 最短手数：{ $length }（証明済み）
shortest-proven-other-line = 最短手数：{ $length }（証明済み）（手順はより長いもの）
shortest-if-any = 最短手数：勝ちがあれば{ $length }
shortest-mate-if-any = 最短手数：詰みがあれば{ $length }
shortest-stopped = 最短手数：{ $length }、{ $limit }により打ち切り
shortest-stopped-other-line = 最短手数：{ $length }、{ $limit }により打ち切り（手順はより長いもの）
without-wasted-proven = 無駄合を除く手数：{ $length }（証明済み）
without-wasted-given-up = 無駄合を除く手数：{ $length }（打ち切り）
without-wasted-stopped = 無駄合を除く手数：{ $length }、{ $limit }により打ち切り
line-without-wasted = 無駄合を除く手順（{ $plies }）：{ $moves }

## 一問の結果

table-move = 手
table-value = 結果
table-answer = 答え
table-score = 得点
table-result = 結果
table-nodes = 局面数
table-time = 時間
line-of-play = 手順（{ $plies }）：{ $moves }
nodes-of-search = 局面数：展開{ $expanded }、生成{ $generated }、{ $seconds } s、{ $rate }
nodes-of-search-with-leaves = 局面数：展開{ $expanded }、末端{ $leaves }、生成{ $generated }、{ $seconds } s、{ $rate }
nodes-in-time = { $nodes }、{ $seconds } s
questions-asked = 質問：{ $count }回
scored-position = 得点を調べた局面：{ $position }
bundle-written = 証明書の束：{ $path }（証明書{ $count }個、{ $bytes }バイト）、検証済み：合格
certificate-written = 証明書：{ $path }（{ $records }、{ $bytes }バイト）
certificate-checked = { certificate-written }、検証済み：合格
certificate-none = 証明書：なし（未解決）
record-written = 棋譜：{ $path }
record-none = 棋譜：なし（未解決）
report-written = レポート：{ $path }
checked-briefly = { $path }（検証済み）
game-over = 終局：{ $outcome }
game-over-score = 終局：{ $outcome }（{ $unit } { $score }）
game-over-by-rules = 終局：{ $outcome }（このルールによる。{ $unit } { $score }）

## 余詰（compose check）

yozume-verdict = 余詰：{ $verdict }
surplus = 駒余り：{ $pieces }
judgement = 判定：{ $verdict }
judgement-of-shortest = 最短手順の判定：{ $verdict }
more-moves-not-decided = ほか{ $count }手：未確定
place-not-decided = { $place }：未確定
place-not-decided-within = { $place }：{ $nodes }では未確定
place-in-line = { $number }手目、{ $instead }に代えて{ $mv }
place-described = { $place }：{ $length }、{ $kind }
place-described-line = { $place }：{ $length }、{ $kind }：{ $moves }
given-line = 作意手順（{ $plies }）：{ $moves }
given-line-no-win = 作意手順（{ $plies }、詰みで終わらない）：{ $moves }
defences-none = 他の応手：変化のみ
defences-found = 他の応手：
defence-holds = 不詰
defence-longer = 変長
defence-same = 変同
defence-another-way = 変別

## 変更した図（compose vary）

change-move = 移動
change-add = 追加
change-remove = 除去
change-exchange = 交換
change-hand = 持駒
change-shift = 平行移動
change-mirror = 左右反転
vary-example = （{ $number }手目 { $mv }）
vary-summary = { $count }図：完全{ $sound }、不完全{ $flawed }、不詰{ $none }、手数の範囲外{ $other }、未判定{ $open }；{ $nodes }、{ $time }
vary-missing = 、未検討{ $count }
vary-truncated = 、上限に達したため一覧は不完全
vary-itself = 原図
trim-minimal = { $length }、これ以上除けない
flaw-line = 手順：{ $moves }
flaw-described = { $number }手目の傷（{ $kind }）：{ $moves }
flaws-more = ほかに{ $count }件の傷（省略）

## 作意

given-file = 棋譜の手順
given-text = 添えられた手順
given-solution = { $whose }：{ $plies }
given-no-solution = { $whose }は正解ではない：{ $fault }
given-no-mate = 最終手で詰みになっていない
given-mate-but-wasted = 最終手は無駄合を除いて詰み（--rules tsume-mudaai）
given-move-fault = { $number }手目：{ $why }
given-move-illegal = { $mv }は指せない
given-shortest = 最短手数：{ $length }
given-no-win-found = 詰みは見つからない
parts-separator = 、

## 不足（compose check --missing）

missing-one-line = 不足：{ $pieces }
missing-more-than-one = 一枚では足りない
not-decided = 未確定
missing-or = または
missing-tries = 攻方の手：
missing-more-tries = ほか{ $count }手
missing-with-one-more = 持駒があと一枚あれば：
missing-piece-length = { $piece }（{ $length }）
resistance = 最長の抵抗：{ $mv }に{ $defence }（{ $how }）：{ $moves }
resistance-holds = 受かる
resistance-loses = 受からない
one-more-box = 駒箱
one-more-hand = 玉方の持駒
one-more = { $from }の{ $piece }：{ $how }
one-more-length = { $from }の{ $piece }：{ $how }、{ $length }
one-more-line = { $text }：{ $moves }
one-more-wins = 勝ち
one-more-mates = 詰み
one-more-no-win = 勝ちなし
one-more-no-mate = 不詰
try-over = { $mv }：終局
try-defences = { $mv }：{ $defences }
try-defences-named = { $mv }：{ $defences }：{ $names }
try-longest-other = { $text }；ほかの受けは最長{ $length }
defences-hold = 受け{ $all }通りのうち{ $holding }通りで受かる
defences-hold-some-open = 受け{ $all }通りのうち{ $holding }通りで受かる、{ $open }通りは未確定
defence-only-holds = 唯一の受けで受かる
defence-only-loses = 唯一の受けでも受からない
defence-only-open = 唯一の受けは未確定

## 不詰の手順

refutation-head = 玉方の応手（{ $plies }まで）：
refutation-over = ：終局
refutation-decided = ：全探索で確定
refutation-as-start = ：初期局面と同じ
refutation-as-after = ：{ $moves }の後と同じ

## 棋譜の検討

review-move = 手数
review-side = 手番
review-before = 前
review-after = 後
review-best = 最善
review-work = 対象{ $positions }、探索{ $nodes }
review-win = 勝ち
review-draw = 引き分け
review-no-win = 勝ちなし
review-loss = 負け
review-becomes = { $before }から{ $after }に
review-loses = 損
review-loses-discs = { $count }石の損
review-loses-discs-at-least = { $count }石以上の損
review-errors = { $side }：悪手{ $errors }
review-errors-discs = { review-errors }、損{ $lost }石
review-errors-discs-at-least = { review-errors-discs }以上
review-errors-open = { $sum }（未確定{ $open }手）

## 問題集

list-of-values = { $positions }：勝ち { $won }、引き分け { $drawn }、負け { $lost }
list-of-answers = { $positions }：証明 { $proved }、反証 { $disproved }
list-of-mates = { $positions }：詰み { $proved }、不詰 { $disproved }
list-unknown = 未解決 { $count }
list-unknown-mates = 未解決 { $count }
list-bad-lines = 読めない問題 { $count }
list-bad-problems = 読めない問題 { $count }
list-errors = エラー { $count }
list-work = { $results }、{ $unknown }、{ $bad }、{ $errors }、{ $nodes }、{ $seconds } s
list-agree = 正解と一致 { $agree }（{ $compared }のうち）
list-incomplete = 一部未確定 { $count }
list-known = 記録済み { $count }
list-line = { $name }：{ $text }
list-interrupted = 中断
overview-line = 行
overview-empties = 空き
overview-expected = 正解
overview-differs = 相違
summary-problem = 問題
summary-plies = 手数
summary-shortest = 最短
summary-unique = 余詰
summary-yes = はい
summary-no = いいえ
summary-bad = 読めない
summary-error = エラー

## 進行状況

progress-length = { $length }、{ $next }手を探索中；
progress-work = 証明数{ $pn }、反証数{ $dn }；{ $nodes }局面、{ $rate }；置換表 { $fill } %；{ $time }

## 証明書の検証（verify）

bundle-win = { $side }は勝てるか
bundle-value = 局面の結果
bundle-score = 石差
bundle-win-by-move = 各手の後、{ $side }は勝てるか
bundle-value-by-move = 各手の結果
bundle-score-by-move = 各手の石差
bundle-solution = { $side }の作意は唯一の解か
bundle-no-solution = 不詰
bundle-lost = { $loss }損
verify-bundle = 合格：結果は{ $count }個の証明書で証明されています（問い：{ $question }）
verify-line = 手順：{ $moves }
verify-solution = 解：{ $verdict }
verify-claim = 主張：{ $claim }
verify-game = ゲーム：{ $game }
verify-position = 局面：{ $position }
verify-accepted = 検証の結果：合格
verify-accepted-file = { $file }：合格：{ $claim }（{ $records }）
verify-rejected = 検証の結果：不合格：{ $reason }
verify-interrupted = 中断：{ $reason }
verify-file = { $file }：{ $verdict }
verify-files = { $files }ファイル：合格{ $accepted }、不合格{ $rejected }、未検証{ $unchecked }
claim-within = { $claim }（{ $plies }以内）
verify-shortest = { $position }：最短手数は{ $plies }（証明済み）
verify-held = メモリ上の最大：{ $positions }
verify-longest-line = 最長の手順：{ $plies }
verify-recorded-line = 記録された最長手順：{ $plies }（再探索の局面を除く）
verify-checked = 検証：{ $records }、辺{ $edges }、終局{ $terminals }局面
verify-checked-searched = { verify-checked }、探索で確かめた局面{ $resolved }（{ $nodes }）

## 局面の表示（show）

show-position = 局面：{ $position }
show-to-move = { $side }番、{ $moves }：{ $names }
show-record = 棋譜（{ $plies }）：{ $moves }
show-record-branches = 棋譜（{ $plies }、変化{ $branches }）：{ $moves }
show-branch = 変化{ $number }（{ $from }手目から{ $plies }）：{ $moves }

## ゲームとアルゴリズム（games、algorithms）

name-and-summary = { $name }：{ $summary }
games-sides = 対局者：{ $sides }
games-rules = ルール：{ $rules }
games-positions = 局面：{ $positions }
games-records = 棋譜：{ $forms }
games-hints = ヒント：{ $hints }
games-auto = auto：{ $arguments }
games-start = 初期局面：{ $position }
algorithms-auto = ゲームに最適なもの：{ $name }
algorithms-source = 出典：{ $source }
algorithms-default = 既定値 { $value }

## 保存済み局面（store）

store-game = ゲーム：{ $game }
store-rules = ルール：{ $rules }
store-size = 大きさ：{ $size }
store-no-entries = 局面：なし
store-entries = 局面
store-most-nodes = 最大探索局面数
aim-win = { $side }の勝ち
aim-score = { $side }が{ $least }以上
store-verified = { $positions }：保存済み{ $found }、一致{ $agree }、相違{ $disagree }、未解決{ $unknown }、読めない行{ $bad }
store-intact = 検査の結果：正常
store-wrong = 検査の結果：誤りあり
store-exported = { $file }：{ $positions }
store-imported = { $file }：追加{ $added }、更新{ $improved }、変更なし{ $same }、矛盾{ $contradictions }

## ヘルプ

help-usage = 使い方：
help-commands = コマンド
help-options = オプション
help-arguments = 引数
help-help = ヘルプを表示する
help-help-command = このヘルプ、または指定したコマンドのヘルプを表示する
help-version = バージョンを表示する
help-default = ［既定値：{ $value }］
help-possible = ［選択肢：{ $values }］
help-game = ゲーム
help-asked = 調べる内容
help-composed = 検討の内容
help-search = 探索の方法
help-limits = 上限とメモリ
help-results = 結果とファイル
help-lists = 問題集と棋譜
help-check = 検証の上限
help-server = サーバー

## 引数のエラー

arguments-conflict = 「{ $argument }」と「{ $others }」は同時に指定できません
argument-twice = 「{ $argument }」は一度だけ指定できます
argument-needs-equals = 「{ $argument }」の値は「=」で指定してください
argument-unknown = 引数「{ $argument }」はありません
arguments-missing = 必要な引数がありません：{ $arguments }
argument-without-value = 「{ $argument }」に値がありません
argument-bad-value = 「{ $argument }」の値「{ $value }」が正しくありません：{ $reason }
argument-bad-value-alone = 「{ $argument }」の値「{ $value }」が正しくありません
argument-values = { $values }のいずれかを指定してください
argument-too-many = 「{ $argument }」に余分な値「{ $value }」があります
argument-too-few = 「{ $argument }」には{ $needed }個の値が必要です
argument-not-utf8 = 引数がUTF-8ではありません
command-unknown = コマンド「{ $command }」はありません
command-missing = コマンドを指定してください
arguments-wrong = 引数が正しくありません
arguments-tip = もしかして：{ $names }
arguments-more-help = 詳しくは「--help」を指定してください。

## お知らせ

server-ends = Ctrl-Cでサーバーを終了します
browser-not-opened = ブラウザを開けませんでした：{ $error }
checkpoint-written = チェックポイント：{ $bytes }。同じコマンドで{ $name }から再開します
store-used = 保存済み局面：使用{ $positions }、追加{ $added }、更新{ $improved }
