### 探索の結果（すべての画面で共通）

## 答えと結果

answer-proved = 証明
answer-disproved = 反証
answer-unknown = 未解決
value-win = 勝ち
value-draw = 引き分け
value-loss = 負け
value-unknown = 未解決
mate = 詰み
no-mate = 不詰

## 探索を打ち切った理由

stop-nodes = 局面数の上限
stop-time = 時間の上限
stop-memory = メモリの上限
stop-interrupt = 中断
stop-game = ゲームの異常
stop-none = なし

## 数

plies = { $count }手
count-moves = { $count }手
count-nodes = { $count }局面
count-positions = { $count }局面
count-problems = { $count }問
count-records = { $count }件

## 手数

length-at-least = { $least }手以上
length-between = { $least }手以上{ $most }手以下
move-mate-in = { $plies }詰
move-mated = 詰まされる
move-mated-in = { $plies }で詰まされる
mate-in = { $plies }詰
win-in = { $value }、{ $length }

## 得点

score-between = { $least }～{ $most }
unit-discs = 石差

## 余詰の判定と種類

unique = 余詰なし
unique-but-last-move = 最終手のみ余詰あり
not-unique = 余詰あり
uniqueness-unknown = 余詰は未確定
other-shorter = 早詰
other-equal = 同手数
other-promotion = 成生非限定
other-order = 手順前後
other-longer = 長手数
other-unmeasured = 手数不明
other-last-move = 最終手
other-detour = 迂回手順
variation-solution = 余詰（{ $kind }）：{ $length }

## 作品の判定

flaw-no-mate = 不詰
flaw-sooner = 早詰
flaw-longer-defence = 変長
flaw-two-longer = 二手変長
flaw-another = 余詰
flaw-order = 手順前後
flaw-promotion = 成生非限定
flaw-surplus = 駒余り
flaw-last-move = 最終手余詰
flaw-detour = 迂回手順
flaw-same-length = 変同
flaw-henka-betsu = 変別

verdict-sound = 完全
verdict-open = 未確定
verdict-partly-open = { $flaws }（未確定あり）
verdict-tolerated = { $verdict }（許容：{ $tolerated }）

## ゲームと対局者

game-loa = ラインズ・オブ・アクション
game-othello = オセロ
game-shogi = 将棋
game-tsume-shogi = 詰将棋
game-uttt = アルティメット三目並べ
game-tree = テキストで書いたゲーム
side-black = 黒
side-white = 白
side-shogi-black = 先手
side-shogi-white = 後手
attacker-named = { $side }（攻方）
defender-named = { $side }（玉方）

## 終局

outcome-win = { $side }の勝ち
outcome-draw = 引き分け
over-no-check = { $side }に王手をかける手がないため終局
over-no-evasion = { $side }は王手をかけられ、王手で応じる手がないため終局
over-mated-wasted = { $side }玉は詰み（合駒はすべて無駄合）
over-mated = { $side }玉は詰み
over-no-move = { $side }に合法手がないため終局

## 手順

line-cut = 上限に達したため、手順は途中まで
line-may-be-longer = 置換表が一杯になったため、より長く粘る手順がある可能性あり
list-separator = 、

## 答えの文

sentence-win = { $side }の必勝。
sentence-no-win = { $side }に必勝手順なし。
sentence-win-unknown = 未解決：{ $side }が必勝かどうかは分かっていない。
sentence-mate = 詰み：{ $side }が玉方を詰ます。
sentence-no-mate = 不詰：{ $side }は玉方を詰ませられない。
sentence-mate-unknown = 未解決：{ $side }が玉方を詰ませられるかどうかは分かっていない。
sentence-draw = 双方最善で引き分け。
sentence-value-unknown = 未解決：結果は分かっていない。
sentence-winning-moves = { $all }手のうち{ $won }手が勝ち。
sentence-mating-moves = { $all }手のうち{ $won }手で詰み。
sentence-score = 双方最善で{ $side }から見て{ $score }。
sentence-score-between = { $side }から見て{ $least }以上{ $most }以下。
sentence-score-at-end = 終局。{ $side }から見て{ $score }。
sentence-end-draw = 終局。引き分け。
sentence-end-win = 終局。{ $side }の勝ち。
sentence-end-win-by = 終局。{ $side }の{ $score }勝ち。
sentence-shortest-proven = 最短手数：{ $length }（証明済み）。
sentence-shortest-open = 最短手数：{ $length }。
sentence-without-wasted = 無駄合を除くと{ $length }。
sentence-judgement = 判定：{ $verdict }。
sentence-unique = 余詰なし。
sentence-unique-but-last-move = 最終手のみ余詰あり。
sentence-not-unique = 余詰あり。
sentence-uniqueness-unknown = 余詰の有無は未確定。
sentence-stopped = { $limit }により探索を打ち切りました。
sentence-interrupted = 探索を中止しました。
sentence = { $text }。
between-sentences = { "" }

## エラーの場所

place-column = { $column }文字目
place-line = { $line }行{ $column }文字目
place-square = マス{ $square }
place-move = { $number }手目（{ $mv }）
error-at = { $place }：{ $error }
error-about = { $about }：{ $error }
error-headline = エラー：{ $error }
warning-headline = 警告：{ $warning }

## 棋譜の形式で表せないもの

loss-moves = { $count }手が省かれます（最初は{ $first }）
loss-main-line = 本譜の終わりより後の変化{ $count }件が本譜の続きになります（最初は{ $first }）
loss-branches = 変化{ $count }件が省かれます（最初は{ $first }）
loss-ending = 本譜の終わり方{ $count }件が省かれます（{ $first }）
loss-branch-endings = 変化の終わり方{ $count }件が省かれます（最初は{ $first }）
loss-comments = コメント{ $count }件が省かれます（最初は{ $first }）
loss-moved-comments = コメント{ $count }件が別の場所に移ります（最初は{ $first }）
loss-headers = ヘッダー{ $count }件が省かれます（最初は{ $first }）
loss-headers-as-comments = ヘッダー{ $count }件がコメントになります（最初は{ $first }）
loss-characters = { $count }文字が置き換えられます（最初は{ $first }）
