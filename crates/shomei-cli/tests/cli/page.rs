//! `--report`: results as a self-contained page.

use std::fs;
use std::path::Path;

use crate::support::{LOSS, WIN, directory, names, shomei, text};

/// A mate in one with a gold. The defender holds the rest.
const MATE: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

/// Reads the page and asserts that it is well-formed and self-contained.
fn page(path: &Path) -> String {
    let html = fs::read_to_string(path).unwrap();
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..Default::default()
    };
    let tree = roxmltree::Document::parse_with_options(&html, options).unwrap();
    for node in tree.descendants().filter(roxmltree::Node::is_element) {
        let name = node.tag_name().name();
        assert!(
            !["script", "link", "img", "iframe", "object", "a"].contains(&name),
            "{name}"
        );
        for attribute in node.attributes() {
            assert!(!["src", "href", "id"].contains(&attribute.name()));
            assert!(!attribute.name().starts_with("on"));
        }
    }
    let spaces = html.matches("xmlns=\"http://www.w3.org/2000/svg\"").count();
    assert_eq!(
        html.matches("http").count() - 1,
        spaces,
        "only name spaces and http-equiv"
    );
    assert!(!html.contains("url(") && !html.contains("@import"));
    assert!(html.contains("default-src 'none'") && html.contains("@media print"));
    html
}

/// A problem as a record with this title.
fn record(title: &str) -> String {
    let rows: String = "一二三四五六七八九"
        .chars()
        .map(|rank| {
            let square = match rank {
                '一' => "v玉",
                '三' => " 歩",
                _ => " ・",
            };
            let empty = " ・ ・ ・ ・";
            format!("|{empty}{square}{empty}|{rank}\n")
        })
        .collect();
    let frame = "+---------------------------+";
    format!(
        "作品名：{title}\n後手の持駒：残り全部\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n{frame}\n{rows}{frame}\n\
         先手の持駒：金\n"
    )
}

#[test]
fn a_result_is_a_page_with_its_line_as_boards() {
    let folder = directory();
    let (path, proof) = (folder.path().join("r.html"), folder.path().join("r.proof"));
    let (file, proof) = (text(&path), text(&proof));
    let run = shomei([
        "solve", "loa", WIN, "--report", &file, "--proof", &proof, "--check",
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.out.ends_with(&format!("report: {file}\n")),
        "{}",
        run.out
    );
    let html = page(&path);
    let line = run
        .out
        .lines()
        .find(|line| line.starts_with("line ("))
        .unwrap();
    let plies: usize = line[6..].split(' ').next().unwrap().parse().unwrap();
    assert_eq!(html.matches("<svg").count(), plies + 1);
    assert_eq!(html.matches("<figcaption>").count(), plies);
    for words in [
        "Black can force a win.",
        "checked: accepted",
        "Nodes expanded",
        "olympiad",
        WIN,
    ] {
        assert!(html.contains(words), "{words}");
    }
    assert!(html.contains("<html data-subject=\"solve loa ") && html.contains(" lang=\"en\">"));
}

#[test]
fn a_page_in_japanese_names_moves_as_players_do() {
    let folder = directory();
    let path = folder.path().join("r.html");
    let file = text(&path);
    let run = shomei([
        "compose", "check", "shogi", MATE, "--report", &file, "--lang", "ja", "--json",
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(run.object()["report"], file.as_str());
    let html = page(&path);
    for words in [
        "lang=\"ja\"",
        "詰将棋",
        "詰み：先手（攻方）が玉方を詰ます。",
        "最短手数：1手詰（証明済み）。",
        "1. ▲",
        "余詰",
        "後手",
    ] {
        assert!(html.contains(words), "{words}");
    }
    let bad = shomei(["solve", "shogi", MATE, "--report", &file, "--lang", "de"]);
    assert_eq!(bad.code, 2);
    assert!(bad.err.contains("known are en, ja"), "{}", bad.err);
}

#[test]
fn untrusted_text_is_not_markup() {
    let folder = directory();
    let title = "<script>alert(\"1\")</script>&amp;'\u{202e}";
    let problem = folder.path().join("p.kifu");
    fs::write(&problem, record(title)).unwrap();
    let path = folder.path().join("r.html");
    let (at, file) = (format!("@{}", text(&problem)), text(&path));
    let run = shomei(["solve", "shogi", &at, "--report", &file]);
    assert_eq!(run.code, 0, "{run:?}");
    let html = page(&path);
    assert!(
        html.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;&#39;\\u{202e}")
    );
}

#[test]
fn a_folder_is_a_table_with_pictures() {
    let folder = directory();
    let problems = folder.path().join("problems");
    fs::create_dir(&problems).unwrap();
    fs::write(problems.join("a.kifu"), record("<b>一</b>")).unwrap();
    fs::write(problems.join("b<i>.txt"), "no position\n").unwrap();
    fs::write(problems.join("c.txt"), format!("{MATE}\n")).unwrap();
    let path = folder.path().join("r.html");
    let (at, file) = (format!("@{}", text(&problems)), text(&path));
    let run = shomei(["solve", "shogi", &at, "--report", &file, "--shortest"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(
        run.out.ends_with(&format!("report: {file}\n")),
        "{}",
        run.out
    );
    let html = page(&path);
    assert_eq!(html.matches("<svg").count(), 2);
    assert_eq!(
        html.matches("<tr>").count(),
        4,
        "a heading and three problems"
    );
    for words in [
        "a.kifu",
        "&lt;b&gt;一&lt;/b&gt;",
        "b&lt;i&gt;.txt",
        "Error: ",
        "3 positions: 2 mate",
    ] {
        assert!(html.contains(words), "{words}");
    }
    let inside = text(&problems.join("r.html"));
    let refused = shomei(["solve", "shogi", &at, "--report", &inside]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("--report must be outside the folder"),
        "{}",
        refused.err
    );
    assert_eq!(names(&problems).len(), 3);
}

#[test]
fn moves_and_refutations_are_printed_with_names() {
    let folder = directory();
    let path = folder.path().join("r.html");
    let file = text(&path);
    let run = shomei([
        "compose",
        "check",
        "loa",
        LOSS,
        "--no-yozume",
        "--refutation",
        "2",
        "--report",
        &file,
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    let html = page(&path);
    assert!(html.contains("White cannot force a win.") && html.contains("The defender"));
    let over = text(&folder.path().join("m.html"));
    let run = shomei([
        "solve",
        "shogi",
        MATE,
        "--moves",
        "--attacker",
        "black",
        "--report",
        &over,
        "--lang",
        "ja",
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    let html = page(Path::new(&over));
    assert!(html.contains("▲５二金") && html.contains("各着手の結果"));
}

/// A game of three moves; one of them mates.
const GAME: &str = "4k4/9/9/9/9/9/9/9/9 b R2G 1 moves R*5i 5a4a G*4b";

#[test]
fn a_review_is_a_page_with_a_board_for_each_move() {
    let folder = directory();
    let path = folder.path().join("r.html");
    let file = text(&path);
    let args = ["review", "shogi", GAME, "--report", &file];
    let run = shomei(args);
    assert_eq!(run.code, 0, "{run:?}");
    let last_line = format!("\nreport: {file}\n");
    assert!(run.out.ends_with(&last_line), "{run:?}");
    let html = page(&path);
    assert_eq!(html.matches("<svg").count(), 3);
    assert_eq!(html.matches("<tr>").count(), 4, "a heading and three moves");
    for words in [">before</th>", "R*5i", "G*4b", " lang=\"en\">"] {
        assert!(html.contains(words), "{words}: {html}");
    }
    // The sums of both sides are on the page, too.
    let sum = run.out.lines().find(|line| line.starts_with("Black: "));
    assert!(html.contains(&format!("<p>{}</p>", sum.unwrap())), "{html}");
    // In Japanese; this replaces the first page.
    let run = shomei(args.into_iter().chain(["--lang", "ja"]));
    assert_eq!(run.code, 0, "{run:?}");
    let last_line = format!("\nレポート：{file}\n");
    assert!(run.out.ends_with(&last_line), "{run:?}");
    let html = page(&path);
    assert_eq!(html.matches("<svg").count(), 3);
    for words in [
        " lang=\"ja\">",
        ">盤面</th>",
        "詰将棋",
        "先手",
        "<td data-label=\"手番\">",
    ] {
        assert!(html.contains(words), "{words}: {html}");
    }
    // With --json no message about the page is printed.
    let run = shomei(args.into_iter().chain(["--json"]));
    assert_eq!((run.code, run.objects().len()), (0, 3), "{run:?}");
    // A page about another question and other files are kept.
    let run = shomei([
        "review",
        "loa",
        "start moves b1-b3",
        "--nodes=1",
        "--report",
        &file,
    ]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(
        run.err
            .contains("not a report on the same question; --force"),
        "{run:?}"
    );
    fs::write(&path, "notes of another program").unwrap();
    let run = shomei(args);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(
        run.err
            .contains("not a report on the same question; --force"),
        "{run:?}"
    );
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        "notes of another program"
    );
    assert_eq!(shomei(args.into_iter().chain(["--force"])).code, 0);
    page(&path);
    assert_eq!(names(folder.path()), ["r.html"]);
}

#[test]
fn reviews_of_a_folder_are_one_page() {
    let folder = directory();
    let games = folder.path().join("games");
    fs::create_dir(&games).unwrap();
    let moves = "手合割：平手\n▲７六歩 △３四歩 ▲２二角成 △同銀\n";
    fs::write(games.join("<a>.ki2"), moves).unwrap();
    fs::write(games.join("b.ki2"), "手合割：平手\n▲７六歩 △３四歩\n").unwrap();
    fs::write(games.join("c.ki2"), "手合割：平手\n▲９九角\n").unwrap();
    let path = folder.path().join("r.html");
    let (at, file) = (format!("@{}", text(&games)), text(&path));
    let limits = ["--nodes", "10", "--rules", "full"];
    let ask = |file: &str| {
        let args = ["review", "shogi", &at, "--report", file];
        shomei(args.into_iter().chain(limits))
    };
    let run = ask(&file);
    // A single file is not a game.
    assert_eq!(run.code, 2, "{run:?}");
    let html = page(&path);
    assert_eq!(html.matches("<svg").count(), 6);
    assert_eq!(html.matches("<h2>").count(), 2);
    assert!(
        html.contains("&lt;a&gt;.ki2") && html.contains("b.ki2"),
        "{html}"
    );
    // The page must be outside the folder that is read.
    for name in ["r.html", "more/r.html"] {
        let run = ask(&text(&games.join(name)));
        assert_eq!(run.code, 2, "{run:?}");
        assert!(
            run.err.contains("--report must be outside the folder"),
            "{run:?}"
        );
    }
    assert_eq!(names(&games).len(), 3);
}

#[test]
fn a_page_is_replaced_by_one_on_the_same_question_only() {
    let folder = directory();
    let path = folder.path().join("r.html");
    let file = text(&path);
    let ask = |more: &[&str]| {
        let args = ["solve", "shogi", MATE, "--report", &file];
        shomei(args.into_iter().chain(more.iter().copied()))
    };
    assert_eq!(ask(&[]).code, 0);
    assert_eq!(ask(&["--lang", "ja"]).code, 0, "the same question again");
    assert!(page(&path).contains("将棋"));
    let other = shomei(["solve", "loa", WIN, "--report", &file]);
    assert_eq!(other.code, 2);
    assert!(
        other
            .err
            .contains("not a report on the same question; --force"),
        "{}",
        other.err
    );
    assert!(page(&path).contains("将棋"), "it is still there");
    fs::write(&path, "my notes").unwrap();
    assert_eq!(ask(&[]).code, 2);
    assert_eq!(ask(&["--force"]).code, 0);
    let nowhere = text(&folder.path().join("no/r.html"));
    let run = shomei(["solve", "shogi", MATE, "--report", &nowhere]);
    assert!(
        run.code != 0 && run.err.contains("there is no directory"),
        "{run:?}"
    );
    let both = shomei(["solve", "shogi", MATE, "--report", &file, "--proof", &file]);
    assert_eq!(both.code, 2);
    assert_eq!(names(folder.path()), ["r.html"]);
}
