//! Files that `--proof` and `--record` may replace.

use std::fs;
use std::path::Path;

use crate::support::{LOSS, Run, WIN, directory, names, shomei, text};

const MATE: &str = "7k1/9/6+P2/9/9/9/9/9/9 b RS 1";
const IN_5: &str = "4k4/9/9/9/9/9/9/9/9 b R2G 1";

fn refused(run: &Run, path: &Path, why: &str) {
    assert_eq!(run.code, 2, "{run:?}");
    let place = path.display();
    assert_eq!(run.err, format!("error: cannot write {place}: {why}\n"));
    assert_eq!(run.out, "");
}

const NO_CERTIFICATE: &str =
    "the file there is not a certificate for this position; --force replaces it";
const NO_GAME: &str =
    "the file there is not a record of this game that shomei wrote; --force replaces it";
const NO_RECORD: &str =
    "the file there is not a record of this position that shomei wrote; --force replaces it";

#[test]
fn a_certificate_replaces_one_about_the_same_position_alone() {
    let directory = directory();
    let path = directory.path().join("x.proof");
    let proof = text(&path);
    let solve = |position: &str, more: &[&str]| {
        let args = ["solve", "loa", position, "--proof", &proof];
        shomei(args.iter().chain(more).copied())
    };
    // The path is free, has an empty file, or has the same certificate; the same for the other
    // side.
    assert_eq!(solve(WIN, &[]).code, 0);
    fs::write(&path, "").unwrap();
    for more in [&[][..], &[], &["--attacker", "white"], &["--value"]] {
        let run = solve(WIN, more);
        assert_eq!(run.code, 0, "{run:?}");
    }
    let whole = fs::read(&path).unwrap();
    refused(&solve(LOSS, &[]), &path, NO_CERTIFICATE);
    refused(&solve(WIN, &["--rules", "sackson"]), &path, NO_CERTIFICATE);
    assert_eq!(fs::read(&path).unwrap(), whole);
    fs::write(&path, "# my notes").unwrap();
    refused(&solve(WIN, &[]), &path, NO_CERTIFICATE);
    refused(&solve(WIN, &["--value"]), &path, NO_CERTIFICATE);
    assert_eq!(fs::read(&path).unwrap(), b"# my notes");
    assert_eq!(names(directory.path()), ["x.proof"]);
    assert_eq!(solve(WIN, &["--force"]).code, 0);
    assert_eq!(shomei(["verify", &proof]).code, 0);
}

/// `--value` may write a certificate for each side, so both paths are checked before the search.
#[test]
fn all_possible_paths_are_checked_before_the_search() {
    let directory = directory();
    let path = directory.path().join("x.white.proof");
    fs::write(&path, "# my notes").unwrap();
    let proof = text(&directory.path().join("x.proof"));
    let run = shomei(["solve", "loa", WIN, "--value", "--proof", &proof]);
    refused(&run, &path, NO_CERTIFICATE);
    let path = directory.path().join("x.at-most.proof");
    fs::write(&path, "# my notes").unwrap();
    let run = shomei(["solve", "othello", "start", "--score", "--proof", &proof]);
    refused(&run, &path, NO_CERTIFICATE);
}

#[test]
fn in_a_list_the_other_certificates_are_written() {
    let directory = directory();
    let list = directory.path().join("list.txt");
    fs::write(&list, format!("{WIN}\n{LOSS}\n")).unwrap();
    let out = directory.path().join("out");
    fs::create_dir(&out).unwrap();
    fs::write(out.join("0001.proof"), "# my notes").unwrap();
    let list = format!("@{}", text(&list));
    let run = shomei(["solve", "loa", &list, "--proof", &text(&out)]);
    assert_eq!(run.code, 2, "{run:?}");
    let place = text(&out.join("0001.proof"));
    assert_eq!(
        run.err,
        format!("error: line 1: cannot write {place}: {NO_CERTIFICATE}\n")
    );
    assert_eq!(names(&out), ["0001.proof", "0002.proof"]);
    assert_eq!(fs::read(out.join("0001.proof")).unwrap(), b"# my notes");
}

/// The input is kept even with `--force`, and also under another name.
#[test]
fn the_input_is_never_replaced() {
    let directory = directory();
    let path = directory.path().join("p.kif");
    let run = shomei(["solve", "shogi", MATE, "--record", &text(&path)]);
    assert_eq!(run.code, 0, "{run:?}");
    let bytes = fs::read(&path).unwrap();
    let input = format!("@{}", text(&path));
    let link = directory.path().join("link.kif");
    fs::hard_link(&path, &link).unwrap();
    let why = "this command reads it";
    for output in [&path, &link] {
        for option in ["--record", "--proof"] {
            let args = ["solve", "shogi", &input, option, &text(output), "--force"];
            refused(&shomei(args), output, why);
        }
    }
    let rules = directory.path().join("rules");
    fs::write(&rules, "r = OR { Won }").unwrap();
    let rules_file = format!("@{}", text(&rules));
    let args = ["solve", "tree", "r", "--rules", &rules_file];
    let run = shomei(
        args.into_iter()
            .chain(["--force", "--proof", &text(&rules)]),
    );
    refused(&run, &rules, why);
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn a_record_replaces_one_of_the_same_position_alone() {
    let directory = directory();
    let path = directory.path().join("p.kifu");
    let record = text(&path);
    let solve = |position: &str, more: &[&str]| {
        let args = ["solve", "shogi", position, "--record", &record];
        shomei(args.iter().chain(more).copied())
    };
    for _ in 0..2 {
        assert_eq!(solve(MATE, &[]).code, 0);
    }
    let before = fs::read(&path).unwrap();
    refused(&solve(IN_5, &[]), &path, NO_RECORD);
    assert_eq!(fs::read(&path).unwrap(), before);
    fs::write(&path, "my notes").unwrap();
    refused(&solve(MATE, &[]), &path, NO_RECORD);
    assert_eq!(solve(MATE, &["--force"]).code, 0);
    assert_eq!(fs::read(&path).unwrap(), before);
}

/// A record of the same position from another program or a person is kept, in any format.
#[test]
fn records_of_others_are_kept() {
    let directory = directory();
    let at = |name: &str| directory.path().join(name);
    fs::write(
        at("given.kifu"),
        "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n",
    )
    .unwrap();
    fs::write(at("given.sgf"), "(;GM[2]PC[here];B[fe];W[df])").unwrap();
    let marks = [
        "# shomei\n",
        "'shomei\n",
        "\"generator\":\"shomei\",\n",
        "AP[shomei]",
    ];
    for (game, given, forms) in [
        (
            "shogi",
            "given.kifu",
            &["kifu", "kif", "ki2u", "ki2", "csa", "jkf", "bod"][..],
        ),
        ("othello", "given.sgf", &["sgf", "ggf"]),
    ] {
        for form in forms {
            let (given, path) = (text(&at(given)), at(&format!("x.{form}")));
            let convert = || shomei(["convert", game, &given, &text(&path)]);
            for _ in 0..2 {
                assert_eq!(convert().code, 0, "{form}");
            }
            let own = fs::read(&path).unwrap();
            let mark =
                marks.map(|mark| own.windows(mark.len()).position(|at| at == mark.as_bytes()));
            let found = marks
                .iter()
                .zip(mark)
                .find_map(|(mark, at)| Some((at?, mark.len())));
            let (begin, length) = found.unwrap_or_else(|| panic!("{form} has no mark"));
            let theirs = [&own[..begin], &own[begin + length..]].concat();
            fs::write(&path, &theirs).unwrap();
            refused(&convert(), &path, NO_GAME);
            assert_eq!(fs::read(&path).unwrap(), theirs);
            assert_eq!(
                shomei(["convert", game, &given, &text(&path), "--force"]).code,
                0
            );
        }
    }
    fs::copy(at("given.kifu"), at("made.kifu")).unwrap();
    let made = text(&at("made.kifu"));
    let run = shomei(["solve", "shogi", "startpos", "--record", &made]);
    refused(&run, &at("made.kifu"), NO_RECORD);
    let run = shomei(["convert", "shogi", &text(&at("x.csa")), &made]);
    refused(&run, &at("made.kifu"), NO_GAME);
    assert_eq!(
        fs::read(&made).unwrap(),
        fs::read(at("given.kifu")).unwrap()
    );
}

/// A conversion replaces a conversion of the same game, also if that game has continued.
#[test]
fn a_conversion_replaces_one_of_the_same_game_alone() {
    let directory = directory();
    let at = |name: &str| directory.path().join(name);
    let target = at("x.csa");
    let convert = |moves: &str| {
        let given = at("given.kifu");
        fs::write(&given, format!("手合割：平手\n{moves}")).unwrap();
        shomei(["convert", "shogi", &text(&given), &text(&target)])
    };
    let one = "1 ７六歩(77)\n";
    for moves in ["", one, one, "1 ７六歩(77)\n2 ３四歩(33)\n"] {
        assert_eq!(convert(moves).code, 0, "{moves}");
    }
    let before = fs::read(&target).unwrap();
    for moves in ["", one, "1 ７六歩(77)\n2 ８四歩(83)\n", "1 ２六歩(27)\n"] {
        refused(&convert(moves), &target, NO_GAME);
        assert_eq!(fs::read(&target).unwrap(), before);
    }
}

/// A result of another question about the same file would contradict the new one.
#[test]
fn a_record_does_not_keep_the_results_of_another_question() {
    let directory = directory();
    let [first, second] = ["1.sgf", "2.sgf"].map(|name| directory.path().join(name));
    let run = shomei(["solve", "loa", WIN, "--shortest", "--record", &text(&first)]);
    assert_eq!(run.code, 0, "{run:?}");
    let given = fs::read_to_string(&first).unwrap();
    assert!(
        given.contains("C[proved: Black wins\nshortest win: "),
        "{given}"
    );
    let own = given.replace(
        "proved: Black wins",
        "proved: Black wins\nproved: by hand\nkeep this",
    );
    let foreign = own.replace("AP[shomei]", "AP[editor]");
    for (input, is_kept) in [(own, false), (foreign, true)] {
        fs::write(&first, input).unwrap();
        let input = format!("@{}", text(&first));
        let output = ["--attacker", "white", "--record", &text(&second), "--force"];
        let run = shomei([&["solve", "loa", &input], &output[..]].concat());
        assert_eq!(run.code, 0, "{run:?}");
        let written = fs::read_to_string(&second).unwrap();
        assert!(
            written.contains("disproved: White cannot force a win\n"),
            "{written}"
        );
        assert!(written.contains("keep this"), "{written}");
        assert!(written.contains("proved: by hand"), "{written}");
        assert_eq!(written.contains("proved: Black wins"), is_kept, "{written}");
        assert_eq!(written.contains("shortest win: "), is_kept, "{written}");
    }
}

/// The record keeps the author, the title and the comments of the problem and its solution.
#[test]
fn a_record_keeps_the_texts_of_the_problem() {
    let directory = directory();
    let [given, kifu, csa, again] =
        ["p.kifu", "out.kifu", "out.csa", "again.kifu"].map(|name| directory.path().join(name));
    let run = shomei(["solve", "shogi", MATE, "--record", &text(&given)]);
    assert_eq!(run.code, 0, "{run:?}");
    let plain = fs::read_to_string(&given).unwrap();
    let headers = "作者：an author\n作品名：the rook\n開始日時：2026/11/22\n先手：a name\n";
    let given_text = plain
        .replace("先手：\n", headers)
        .replace("*mate", "*a fine one\n*mate");
    assert_ne!(given_text, plain);
    fs::write(&given, &given_text).unwrap();
    for (input, output) in [(&given, &kifu), (&given, &csa), (&csa, &again)] {
        let input = format!("@{}", text(input));
        let run = shomei(["solve", "shogi", &input, "--record", &text(output)]);
        assert_eq!(run.code, 0, "{run:?}");
    }
    let written = fs::read_to_string(&kifu).unwrap();
    for line in [
        "作者：an author",
        "作品名：the rook",
        "開始日時：2026/11/22",
        "先手：a name",
        "*a fine one",
    ] {
        assert_eq!(
            written.lines().filter(|found| *found == line).count(),
            1,
            "{written}"
        );
    }
    // The text of an earlier run is not repeated.
    assert_eq!(
        written.matches("proved").count(),
        plain.matches("proved").count(),
        "{written}"
    );
    let written = fs::read_to_string(&csa).unwrap();
    for line in [
        "N+a name",
        "$START_TIME:2026/11/22",
        "'*作者：an author",
        "'*a fine one",
    ] {
        assert!(written.lines().any(|found| found == line), "{written}");
    }
    let written = fs::read_to_string(&again).unwrap();
    for line in [
        "先手：a name",
        "開始日時：2026/11/22",
        "*作者：an author",
        "*a fine one",
    ] {
        assert!(written.lines().any(|found| found == line), "{written}");
    }
}

#[test]
fn results_do_not_go_to_standard_output_or_to_one_file() {
    for option in ["--proof", "--record", "--checkpoint"] {
        let run = shomei(["solve", "shogi", MATE, option, "-"]);
        assert_eq!(run.code, 2, "{run:?}");
        let message = "error: results go to files, most of them binary, and not to standard output \
                       (-); ./- is a file of that name\n";
        assert_eq!((run.out.as_str(), run.err.as_str()), ("", message));
    }
    for option in ["--journal", "--report", "--store-file"] {
        let run = shomei(["compose", "vary", "shogi", MATE, option, "-"]);
        assert!(run.err.contains("results go to files"), "{run:?}");
    }
    let run = shomei(["store", "export", "x.store", "-"]);
    assert!(run.err.contains("results go to files"), "{run:?}");
    let run = shomei([
        "solve", "shogi", MATE, "--proof", "x.kif", "--record", "x.kif",
    ]);
    let message = "error: cannot write x.kif: this command writes another result there\n";
    assert_eq!((run.code, run.err.as_str()), (2, message));
}
