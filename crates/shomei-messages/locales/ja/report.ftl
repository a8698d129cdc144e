### HTMLのレポート

report-line = 手順（{ $plies }）
report-comments = コメント
report-moves = 各着手の結果
report-move = 手
report-result = 結果
report-nodes = 局面数
report-line-heading = 手順
report-problem = 問題
report-board = 盤面
report-answer = 結果
report-time = 時間
report-others = 余詰
report-figures = 諸元
report-rules = ルール
report-algorithm = アルゴリズム
report-expanded = 展開局面数
report-generated = 生成局面数
report-threads = スレッド数
report-memory = メモリ
report-certificate = 証明書
report-certificate-checked = { $path }：{ $records }、{ $bytes }バイト、検証済み：合格
report-certificate-unchecked = { $path }：{ $records }、{ $bytes }バイト、未検証
report-certificates = 証明書
report-bundle = 証明書の束
report-bundle-content = 内容
report-bundle-size = 証明書{ $count }個、{ $bytes }バイト、検証済み：合格
report-bundle-line = 証明書の束 { $name }：証明書{ $count }個、SHA-256 { $sha256 }
report-bytes = バイト数
report-by-rules = ルールだけで確定
report-not-certified = なし（証明なし）
report-partly-certified = { $names }（一部のみ）
report-uncertified = { $count ->
        [0] すべての結果に証明書があります。
       *[other] { $count }個の結果には完全な証明書がありません。
    }
report-variants = 変更した図
report-change = 変更
report-verdict = 判定
report-boards-left-out = … { $plies }分の盤面は省略 …
report-refutation = 玉方の応手（{ $plies }まで）
report-over = （終局）
report-decided = （全探索で確定）
report-as-start = （初期局面と同じ）
report-as-after = （{ $moves }の後と同じ）
report-no-move = （手なし）
report-error = エラー：{ $error }
report-made-by = shomei { $version } で作成
report-title = { $game }：{ $problem }
