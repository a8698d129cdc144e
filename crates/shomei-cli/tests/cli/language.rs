//! Messages for people are in their language; output for programs is the same in all languages.

use std::process::Command;

use crate::support::{PROGRAM, Run, WIN, directory, shomei, shomei_reading, text};

/// A mate in one with several solutions.
const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b 2G 1";

/// A mate in five.
const FIVE: &str = "4k4/9/9/9/9/9/9/9/9 b R2G 1";

/// Runs the program with only these locale variables set.
fn in_locale(variables: &[(&str, &str)], args: &[&str]) -> Run {
    let mut command = Command::new(PROGRAM);
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied()).args(args);
    let output = command.output().unwrap();
    Run {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The lines without the ones that contain times.
fn lines(run: &Run) -> Vec<&str> {
    assert_eq!(run.code, 0, "{run:?}");
    let lines = run.out.lines();
    lines.filter(|line| !line.contains(" s、")).collect()
}

#[test]
fn a_mate_is_reported_in_japanese() {
    let run = shomei(["solve", "shogi", FIVE, "--shortest", "--lang", "ja"]);
    let lines = lines(&run);
    assert_eq!(lines[0], "詰み：先手（攻方）が後手（玉方）を詰ます");
    assert_eq!(lines[1], "最短手数：5手詰（証明済み）");
    assert!(lines[2].starts_with("手順（5手）：▲"), "{run:?}");
    assert_eq!(lines[2].matches('▲').count(), 3);
    assert_eq!(lines[2].matches('△').count(), 2);
    assert_eq!(lines.len(), 3);
}

#[test]
fn the_locale_decides_unless_a_language_is_given() {
    let show = ["show", "shogi", MATE];
    let ja = in_locale(&[("LANG", "ja_JP.UTF-8")], &show);
    assert!(ja.out.contains("局面："), "{ja:?}");
    for variables in [
        &[][..],
        &[("LC_ALL", "C"), ("LANG", "ja_JP.UTF-8")],
        &[("LC_MESSAGES", "en_US.UTF-8"), ("LANG", "ja_JP.UTF-8")],
        &[("LANG", "de_DE.UTF-8")],
    ] {
        let en = in_locale(variables, &show);
        assert!(en.out.contains("position: "), "{en:?}");
    }
    let en = in_locale(
        &[("LC_ALL", "ja_JP.UTF-8")],
        &["show", "shogi", MATE, "--lang", "en"],
    );
    assert!(en.out.contains("position: "), "{en:?}");
}

#[test]
fn an_unknown_language_is_refused_with_the_known_ones() {
    for command in ["solve", "show"] {
        let run = shomei([command, "shogi", MATE, "--lang", "fr"]);
        assert_eq!(run.code, 2);
        let known = "known are en, ja";
        assert!(run.err.contains(known), "{run:?}");
    }
    for args in [["verify", "x.proof"], ["usi", "--"]] {
        let run = shomei([args[0], "--lang", "fr", args[1]]);
        assert_eq!(run.code, 2);
        assert!(run.err.contains("known are en"), "{run:?}");
    }
}

#[test]
fn objects_are_the_same_in_every_language() {
    let args = ["solve", "shogi", FIVE, "--json", "--nodes", "0"];
    let without_time = |variables| {
        let mut object = in_locale(variables, &args).object();
        object.remove("seconds");
        object
    };
    let (en, ja) = (
        without_time(&[("LANG", "C")]),
        without_time(&[("LANG", "ja_JP.UTF-8")]),
    );
    assert_eq!(en, ja);
}

/// The output of `show` can be read again as a position.
#[test]
fn a_board_with_kanji_is_read_again() {
    for position in [MATE, "4k4/4G4/4P4/9/9/9/9/9/9 w G 1"] {
        let shown = shomei(["show", "shogi", position, "--lang", "ja"]);
        assert_eq!(shown.code, 0);
        assert!(shown.out.contains("v玉"), "{shown:?}");
        let again = shomei_reading(&shown.out, ["show", "shogi", "-"]);
        assert!(
            again.out.contains(&format!("position: {position}")),
            "{again:?}"
        );
    }
    let othello = shomei(["show", "othello", "start", "--lang", "ja"]);
    assert!(othello.out.contains("黒番、4手："), "{othello:?}");
    let again = shomei_reading(&othello.out, ["show", "othello", "-"]);
    assert!(again.out.contains("Black to move, 4 moves: "), "{again:?}");
}

#[test]
fn moves_are_aligned_by_their_names() {
    let run = shomei(["solve", "shogi", MATE, "--moves", "--lang", "ja"]);
    let lines = lines(&run);
    assert!(
        lines[0].starts_with("手") && lines[0].contains("結果"),
        "{run:?}"
    );
    assert!(lines[1].starts_with("▲５二金"), "{run:?}");
    assert!(
        run.out.contains("詰み：先手（攻方）が後手（玉方）を詰ます"),
        "{run:?}"
    );
    let loa = shomei(["solve", "loa", WIN, "--value", "--lang", "ja"]);
    assert!(loa.out.starts_with("勝ち：黒の必勝\n"), "{loa:?}");
}

#[test]
fn a_missing_file_is_reported_in_japanese() {
    let run = shomei(["solve", "loa", "@no-such-list.txt", "--lang", "ja"]);
    let expected = "エラー：no-such-list.txtを読み込めません：ファイルがありません\n";
    assert_eq!((run.code, run.err.as_str()), (2, expected), "{run:?}");
}

#[test]
fn refutations_and_limits_are_in_japanese() {
    let alone = "4k4/9/9/9/9/9/9/9/9 b G 1";
    let run = shomei([
        "compose",
        "check",
        "shogi",
        alone,
        "--no-yozume",
        "--refutation",
        "2",
        "--lang",
        "ja",
    ]);
    assert!(
        run.out.contains("不詰：後手（玉方）は詰まない\n"),
        "{run:?}"
    );
    assert!(run.out.contains("玉方の応手（2手まで）："), "{run:?}");
    assert!(run.out.contains("  ▲５二金 △同玉"), "{run:?}");
    let run = shomei(["solve", "loa", "start", "--nodes", "10", "--lang", "ja"]);
    assert_eq!(run.code, 3);
    let expected = "未解決：黒が必勝かどうか、局面数の上限により打ち切り";
    assert!(run.out.starts_with(expected), "{run:?}");
    let run = shomei([
        "solve",
        "shogi",
        FIVE,
        "--shortest",
        "--nodes",
        "1",
        "--lang",
        "ja",
    ]);
    let expected = "未解決：後手（玉方）が詰むかどうか、局面数の上限により打ち切り、証明数";
    assert!(run.out.starts_with(expected), "{run:?}");
    assert!(run.out.contains("\n最短手数：詰みがあれば"), "{run:?}");
    let full = ["solve", "shogi", MATE, "--rules", "full", "--lang", "ja"];
    assert!(shomei(full).out.starts_with("証明：先手（攻方）の必勝\n"));
}

/// Every line is in Japanese, including the moves after each try and after another position.
#[test]
fn missing_defences_and_pieces_are_in_japanese() {
    let alone = "8k/9/9/8P/9/9/9/9/9 b 2G 1";
    let args = [
        "compose",
        "check",
        "shogi",
        alone,
        "--no-yozume",
        "--missing",
        "--lang",
        "ja",
    ];
    let run = shomei(args.into_iter().chain(["--shortest"]));
    let output = lines(&run);
    for expected in ["最長の抵抗：", "攻方の手：", "持駒があと一枚あれば："] {
        assert!(
            output.iter().any(|line| line.starts_with(expected)),
            "{run:?}"
        );
    }
    for line in &output {
        let is_english = line.contains(|c: char| c.is_ascii_alphabetic());
        assert!(!is_english, "{line}: {run:?}");
    }
    let gold = output.iter().find(|line| line.starts_with("  駒箱の金："));
    assert!(
        gold.unwrap().starts_with("  駒箱の金：詰み、5手：▲"),
        "{run:?}"
    );
    let run = shomei(args.into_iter().chain(["--nodes", "1"]));
    assert!(run.out.contains("唯一の受けは未確定：△"), "{run:?}");
    let list = shomei_reading(
        &format!("{alone}\n"),
        [
            "compose",
            "check",
            "shogi",
            "@-",
            "--no-yozume",
            "--missing",
            "--shortest",
            "--lang",
            "ja",
        ],
    );
    let expected = "、不足：銀（5手）または金（5手）または角（3手）または飛（5手）、";
    assert!(list.out.contains(expected), "{list:?}");
}

#[test]
fn other_solutions_and_records_are_in_japanese() {
    let folder = directory();
    let record = text(&folder.path().join("x.kifu"));
    let args = ["--variations", "0", "--record", &record];
    let run = shomei(
        ["compose", "check", "shogi", FIVE, "--lang", "ja"]
            .into_iter()
            .chain(args),
    );
    assert!(run.out.contains("余詰："), "{run:?}");
    let written = std::fs::read_to_string(&record).unwrap();
    assert!(
        written.contains("*詰み：先手（攻方）が後手（玉方）を詰ます\n"),
        "{written}"
    );
    assert!(written.contains("変化："), "{written}");
    let comments = written.lines().filter(|line| line.starts_with('*'));
    assert!(comments.clone().all(|line| !line.is_ascii()), "{written}");
    assert!(comments.count() > 3);
    // The record can be read like any other.
    let again = shomei(["show", "shogi", &format!("@{record}"), "--lang", "ja"]);
    assert!(again.out.contains("棋譜（"), "{again:?}");
    assert!(again.out.contains("、変化"), "{again:?}");
}

#[test]
fn certificates_are_reported_in_japanese() {
    let folder = directory();
    let proof = text(&folder.path().join("x.proof"));
    let args = ["--proof", &proof, "--check", "--lang", "ja"];
    let solved = shomei(["solve", "shogi", FIVE].into_iter().chain(args));
    assert!(solved.out.contains("検証済み：合格"), "{solved:?}");
    let run = shomei(["verify", &proof, "--lang", "ja"]);
    assert_eq!(run.code, 0);
    for expected in [
        "主張：詰み：先手（攻方）が後手（玉方）を詰ます\n",
        "先手の持駒：飛　金二",
        "検証：",
        "検証の結果：合格\n",
    ] {
        assert!(run.out.contains(expected), "{run:?}");
    }
}

#[test]
fn lists_and_tables_are_in_japanese() {
    let list = format!("{MATE}\n4k4/9/9/9/9/9/9/9/9 b G 1\nnonsense\n");
    let args = ["solve", "shogi", "@-", "--summary", "--lang", "ja"];
    let run = shomei_reading(&list, args);
    assert_eq!(run.code, 2);
    assert!(
        run.out
            .contains("\n3問：詰み 1、不詰 1、未解決 0、読めない問題 1"),
        "{run:?}"
    );
    assert!(run.out.contains("\n問題  答え"), "{run:?}");
    assert!(run.err.starts_with("エラー：3行目："), "{run:?}");
}

#[test]
fn remarks_of_the_engine_are_in_the_language_of_the_locale_or_of_the_option() {
    let go = "go btime 0\nquit\n";
    let ja = shomei_reading(go, ["usi", "--lang", "ja"]);
    assert!(ja.out.contains("info string このエンジンは"), "{ja:?}");
    let offers = shomei_reading("usi\nquit\n", ["usi", "--lang", "ja"]);
    assert!(
        offers
            .out
            .contains("option name Language type combo default ja")
    );
    let en = shomei_reading(go, ["usi"]);
    assert!(en.out.contains("info string this engine"), "{en:?}");
    let set = format!("setoption name Language value ja\n{go}");
    let set = shomei_reading(&set, ["usi"]);
    assert!(set.out.contains("info string このエンジンは"), "{set:?}");
}

/// Asserts that the first line of standard error in the Japanese locale is this one.
fn refused_in_japanese(args: &[&str], expected: &str) {
    let run = in_locale(&[("LANG", "ja_JP.UTF-8")], args);
    assert_eq!(run.err.lines().next(), Some(expected), "{args:?}: {run:?}");
    let with_option: Vec<&str> = args.iter().copied().chain(["--lang", "ja"]).collect();
    let chosen = shomei(with_option);
    assert_eq!(
        chosen.err.lines().next(),
        Some(expected),
        "{args:?}: {chosen:?}"
    );
    assert_ne!(chosen.code, 0);
}

#[test]
fn wrong_names_are_refused_in_japanese() {
    refused_in_japanese(
        &["solve", "othelo", "start"],
        "エラー：ゲーム「othelo」はありません（もしかして「othello」？）",
    );
    refused_in_japanese(
        &["solve", "loa", "start", "--attacker", "red"],
        "エラー：loaに「red」という側はありません（black, whiteのいずれか）",
    );
    refused_in_japanese(
        &["solve", "loa", "start", "--set", "epsilon=2000"],
        "エラー：「2000」はepsilonの値ではありません（指定できる値：NUMBER from 0 to 1024）",
    );
    refused_in_japanese(
        &["solve", "loa", "start", "--score"],
        "エラー：loaに得点はありません",
    );
}

#[test]
fn the_command_help_is_in_japanese() {
    let of_help = "このヘルプ、または指定したコマンドのヘルプを表示する";
    let commands: [(&[&str], &str); 5] = [
        (&["help"], of_help),
        (&["help", "help"], of_help),
        (&["compose", "help", "help"], of_help),
        (&["help", "solve"], "局面を解く：必ず勝てるか、詰むか\n"),
        (
            &["compose", "help", "check"],
            "作品の手数、余詰、他の応手を調べて判定する\n",
        ),
    ];
    for (args, expected) in commands {
        let run = shomei(["--lang", "ja"].iter().chain(args).copied());
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.out.contains(expected), "{run:?}");
        assert!(run.out.contains("\n使い方： shomei"), "{run:?}");
        assert!(!run.out.contains("Print"), "{run:?}");
    }
}

#[test]
fn wrong_arguments_are_refused_in_japanese() {
    refused_in_japanese(
        &["solve", "loa", "start", "--nods", "5"],
        "エラー：引数「--nods」はありません",
    );
    refused_in_japanese(
        &["solve", "loa", "start", "--nodes", "many"],
        "エラー：「--nodes <N>」の値「many」が正しくありません：1000000、1_000_000、500k、5Mの\
         ような数を指定してください",
    );
    refused_in_japanese(
        &["solve", "loa", "start", "--memory", "64"],
        "エラー：「--memory <SIZE>」の値「64」が正しくありません：64に単位がありません。64MiBの\
         ように書いてください（バイト数なら64B）",
    );
    refused_in_japanese(
        &["solve", "loa", "start", "--value", "--moves"],
        "エラー：「--value」と「--moves」は同時に指定できません",
    );
    refused_in_japanese(&["sovle"], "エラー：コマンド「sovle」はありません");
    refused_in_japanese(
        &["solve", "loa", "start", "--epsilon", "3"],
        "エラー：--epsilonはアルゴリズムのオプションです。--set epsilon=値のように指定してください",
    );
}

/// The game provides the rest of the message.
#[test]
fn the_place_of_a_wrong_position_is_in_japanese() {
    let run = shomei([
        "solve",
        "shogi",
        "4k4/9/9/9/9/9/9/9/x8 b G 1",
        "--lang",
        "ja",
    ]);
    assert_eq!(run.code, 2);
    assert!(run.err.starts_with("エラー：局面：19文字目："), "{run:?}");
    let run = shomei_reading(
        "start\nx\n",
        ["solve", "loa", "@-", "--nodes", "1", "--lang", "ja"],
    );
    assert!(run.err.starts_with("エラー：2行目："), "{run:?}");
}

#[test]
fn wrong_files_are_refused_in_japanese() {
    let folder = directory();
    let path = |name: &str| text(&folder.path().join(name));
    let none = path("none");
    refused_in_japanese(
        &["solve", "loa", &format!("@{none}")],
        &format!("エラー：{none}を読み込めません：ファイルがありません"),
    );
    let empty = path("empty.txt");
    std::fs::write(&empty, "# none\n").unwrap();
    refused_in_japanese(
        &["solve", "loa", &format!("@{empty}")],
        &format!("エラー：@{empty}：局面がありません"),
    );
    let other = path("other.proof");
    std::fs::write(&other, "text").unwrap();
    refused_in_japanese(
        &["solve", "shogi", MATE, "--proof", &other],
        &format!(
            "エラー：{other}に書き込めません：そこにあるファイルはこの局面の証明書ではありません\
             （--forceで置き換えます）"
        ),
    );
    let folder = text(folder.path());
    refused_in_japanese(
        &["verify", &folder],
        &format!("エラー：{folder}を読み込めません：フォルダです"),
    );
}

#[test]
fn a_wrong_certificate_is_rejected_in_japanese() {
    let folder = directory();
    let proof = text(&folder.path().join("x.proof"));
    std::fs::write(&proof, "this is a text and no certificate").unwrap();
    let verify = |more: &[&str]| {
        let args = ["verify", &proof, "--lang", "ja"];
        shomei(args.into_iter().chain(more.iter().copied()))
    };
    let run = verify(&[]);
    assert_eq!(run.code, 1);
    assert_eq!(run.out, "検証の結果：不合格：証明書ではありません\n");
    std::fs::remove_file(&proof).unwrap();
    let solved = shomei(["solve", "loa", WIN, "--proof", &proof]);
    assert_eq!(solved.code, 0, "{solved:?}");
    let limited = verify(&["--edges", "1"]);
    let expected = "検証の結果：不合格：1番目の局面：手が1を超えます\
                    （検証の上限です。証明書は正しいかもしれません。）";
    assert_eq!(limited.out.lines().last(), Some(expected));
    let bytes = std::fs::read(&proof).unwrap();
    std::fs::write(&proof, &bytes[..bytes.len() / 2]).unwrap();
    let cut = verify(&[]);
    let last = cut.out.lines().last().unwrap();
    assert!(
        last.starts_with("検証の結果：不合格：ファイルが"),
        "{cut:?}"
    );
    let json = verify(&["--json"]);
    assert!(json.out.is_ascii(), "{json:?}");
}

#[test]
fn warnings_are_in_japanese() {
    let moves = "4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b";
    let run = shomei(["solve", "shogi", moves, "--lang", "ja"]);
    let expected = "警告：局面：手順の後の局面を調べました。手順の前の局面なら--at startを指定して\
                    ください\n";
    assert_eq!(run.err, expected, "{run:?}");
}
