### 将棋ソフトへの表示

usi-searching = { $known }、{ $next }手を探索中
usi-numbers = 証明数{ $pn }、反証数{ $dn }
usi-line-not-found = 詰みはあるが、手順は時間内に見つからず。初めの手順：{ $moves }
usi-stopped = { $limit }により打ち切り：{ $numbers }
usi-mates-only = このエンジンは詰みだけを調べます：go mate
usi-no-position = 調べる局面がありません
usi-late = 打ち切り：探索がすぐには応答しません
usi-over = 終局
usi-program-help =
    USIを使う将棋ソフトのために詰将棋を解きます

    使い方：shomei-usi

    引数はありません。設定はすべてUSIのオプションです。ロケールが日本語のときと、
    USIのオプション「Language」で選んだときは、日本語で表示します。
usi-program-argument = エラー：引数「{ $argument }」は指定できません。shomei-usiに引数はありません
