//! Faults in the file of an experiment, and the places in the messages.

use shomei_game::TreeGame;

use super::*;
use crate::game::lab_game;
use crate::record::Count;
use crate::testing::Marked;

const TEXT: &str = r#"name = "tiny"
title = "a tiny one"
source = "no paper, table 0"
game = "tree"
rules = "r = OR { a, b } a = AND { Failed } b = AND { Won }"
sets = ["tiny.txt"]
memory = "1MiB"
count = "evaluated"
limits = { evaluated = 1_000, time = "5s" }

[[run]]
label = "PN"
algorithm = "pn"
options = { init = "unit", store = 100 }
paper = { solved = 3, nodes = { all = 10 } }

[[run]]
label = "df-pn"
algorithm = "df-pn"
options = { epsilon = 0.5 }
count = "expanded"
certify = true

[[column]]
name = "all"
title = "both"
solved-by = ["PN", "df-pn"]
show = ["nodes", "seconds"]

[[column]]
name = "mine"
title = "one"
solved-by = ["PN"]

[[check]]
claim = "PN needs more"
kind = "ratio"
left = "PN"
right = "df-pn"
column = "all"
at-least = 2.0
"#;

fn read(text: &str) -> Result<Experiment, LineFault> {
    let games = [lab_game::<TreeGame>()];
    super::parse(&Source::tiny(text), &games).map(|(experiment, _)| experiment)
}

/// The message when the first `from` is replaced.
fn error(from: &str, to: &str) -> String {
    assert!(TEXT.contains(from), "{from}");
    read(&TEXT.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn reading_keeps_every_field() {
    let experiment = read(TEXT).unwrap();
    let [pn, df_pn] = &experiment.runs[..] else {
        panic!("two runs")
    };
    assert_eq!(pn.memory, 1 << 20);
    assert_eq!(pn.budget.evaluated, Some(1_000));
    assert_eq!(pn.budget.milliseconds, Some(5_000));
    assert_eq!(pn.paper.nodes, [Some(10), None]);
    let options: Vec<_> = pn.settings.iter().collect();
    assert_eq!(options, [("init", "unit"), ("store", "100")]);
    assert_eq!(
        (pn.count, pn.certify),
        (Measure::Count(Count::Evaluated), false)
    );
    assert_eq!((df_pn.count, df_pn.certify), (Measure::EXPANDED, true));
    let options: Vec<_> = df_pn.settings.iter().collect();
    assert_eq!(options, [("epsilon", "0.5")]);
    assert_eq!(experiment.columns[0].solved_by, [0, 1]);
    assert_eq!(experiment.columns[1].show, [Measure::Nodes]);
    let check = &experiment.checks[0];
    assert_eq!(check.kind, CheckKind::Ratio);
    assert_eq!((check.pair(), check.column), ([0, 1], Some(0)));
    assert!(check.bound.holds(2.0) && !check.bound.holds(1.9));
}

#[test]
fn unknown_keys_have_the_nearest_one() {
    assert_eq!(
        error("title = \"a", "titel = \"a"),
        "tiny.toml:2: unknown key \"titel\"; did you mean \"title\"?"
    );
    assert_eq!(
        error("certify = true", "certified = true"),
        "tiny.toml:22: unknown key \"certified\"; did you mean \"certify\"?"
    );
    assert_eq!(
        error("evaluated = 1_000", "evaluate = 1_000"),
        "tiny.toml:9: unknown key \"evaluate\"; did you mean \"evaluated\"?"
    );
    assert_eq!(
        error("at-least = 2.0", "atleast = 2.0"),
        "tiny.toml:41: unknown key \"atleast\"; did you mean \"at-least\"?"
    );
    assert!(error("title = \"a tiny one\"\n", "").contains("missing field `title`"));
    assert!(error("[[column]]", "[[column]").starts_with("tiny.toml:24: "));
}

#[test]
fn unknown_names_have_the_nearest_one() {
    for (from, to, message) in [
        (
            "game = \"tree\"",
            "game = \"treee\"",
            "4: unknown game \"treee\"; did you mean \"tree\"?",
        ),
        (
            "algorithm = \"df-pn\"",
            "algorithm = \"dfpn\"",
            "19: unknown algorithm \"dfpn\"; did you mean \"df-pn\"?",
        ),
        (
            "count = \"evaluated\"",
            "count = \"evaluatd\"",
            "8: unknown counter \"evaluatd\"; did you mean \"evaluated\"?",
        ),
        (
            "solved-by = [\"PN\", \"df-pn\"]",
            "solved-by = [\n\"PN\",\n\"df-pm\"]",
            "29: unknown run \"df-pm\"; did you mean \"df-pn\"?",
        ),
        (
            "left = \"PN\"",
            "left = \"PM\"",
            "38: unknown run \"PM\"; did you mean \"PN\"?",
        ),
        (
            "column = \"all\"",
            "column = \"al\"",
            "40: unknown column \"al\"; did you mean \"all\"?",
        ),
        (
            "nodes = { all = 10 }",
            "nodes = { al = 10 }",
            "15: unknown column \"al\"; did you mean \"all\"?",
        ),
        (
            "show = [\"nodes\", \"seconds\"]",
            "show = [\"nodes\", \"second\"]",
            "28: unknown measure \"second\"; did you mean \"seconds\"?",
        ),
        (
            "kind = \"ratio\"",
            "kind = \"ration\"",
            "37: unknown kind of check \"ration\"; did you mean \"ratio\"?",
        ),
        (
            "init = \"unit\"",
            "inti = \"unit\"",
            "14: pn has no option named \"inti\"; did you mean \"init\"?",
        ),
    ] {
        assert_eq!(error(from, to), format!("tiny.toml:{message}"));
    }
}

#[test]
fn values_that_mean_nothing_are_refused() {
    for (from, to, message) in [
        (
            "init = \"unit\"",
            "init = \"none\"",
            "14: \"none\" is not a value of init; it takes unit|mobility|eval|learned",
        ),
        ("init = \"unit\"", "init = true", "14: write \"on\""),
        (
            "init = \"unit\"",
            "init = [1]",
            "14: an option is a text or a number",
        ),
        (
            "memory = \"1MiB\"",
            "memory = \"63B\"",
            "7: tables need at least 64 bytes; a usual size is 64MiB",
        ),
        (
            "memory = \"1MiB\"",
            "memory = \"much\"",
            "7: expected a size such as 256MiB, 1GiB or a number of bytes",
        ),
        (
            "time = \"5s\"",
            "time = \"soon\"",
            "9: expected a time such as 60s, 5m, 500ms or a number of seconds",
        ),
        (
            "label = \"df-pn\"",
            "label = \"PN\"",
            "18: two runs are called \"PN\"",
        ),
        (
            "name = \"mine\"",
            "name = \"all\"",
            "31: two columns are called \"all\"",
        ),
        (
            "name = \"tiny\"",
            "name = \"other\"",
            "1: the name must be that of the file, \"tiny\"",
        ),
        (
            "sets = [\"tiny.txt\"]",
            "sets = []",
            "6: an experiment needs a set",
        ),
        ("at-least = 2.0", "", "37: at-least or at-most is missing"),
        ("right = \"df-pn\"", "", "37: right is missing"),
        (
            "at-least = 2.0",
            "at-least = 2.0\nwithin = 3",
            "37: ratio takes no within; it takes left, right, of, column, at-least, at-most",
        ),
        (
            "column = \"all\"",
            "column = \"mine\"",
            "40: \"df-pn\" is not one of those that solve the column",
        ),
        (
            "certify = true",
            "group = \"g\"",
            "18: a point of a plot needs a group and a size",
        ),
    ] {
        assert_eq!(error(from, to), format!("tiny.toml:{message}"));
    }
    let rules = error("Won }\"", "Wonn }\"");
    assert!(rules.starts_with("tiny.toml:5: rules: "), "{rules}");
    let plot = format!("{TEXT}[plot]\nkind = \"solved-over-size\"\naxis = \"x\"\n");
    assert_eq!(
        read(&plot).unwrap_err().to_string(),
        "tiny.toml:43: no run has a group and a size to draw"
    );
}

#[test]
fn a_name_is_looked_for_upwards() {
    let root = tempfile::tempdir().unwrap();
    let below = root.path().join("a/b");
    std::fs::create_dir_all(&below).unwrap();
    std::fs::create_dir_all(root.path().join("experiments")).unwrap();
    let file = root.path().join("experiments/table-1.toml");
    std::fs::write(&file, "").unwrap();
    assert_eq!(find("table-1", &below).unwrap(), file);
    assert_eq!(find("x/y.toml", &below).unwrap(), Path::new("x/y.toml"));
    let missing = find("table1", &below).unwrap_err().to_string();
    let folder = root.path().join("experiments");
    assert_eq!(
        missing,
        format!(
            "there is no experiment named \"table1\" in {}; did you mean \"table-1\"?",
            folder.display()
        )
    );
}

#[test]
fn sets_lie_beside_the_folder_of_experiments() {
    let root = tempfile::tempdir().unwrap();
    std::fs::create_dir(root.path().join("experiments")).unwrap();
    let path = root.path().join("experiments/tiny.toml");
    std::fs::write(&path, TEXT).unwrap();
    let games = [lab_game::<TreeGame>()];
    let load = |set: &str| {
        std::fs::write(root.path().join("tiny.txt"), set).unwrap();
        Experiment::read(&path, &games, &[])
    };
    let set = "# why\nr ; attacker=or ; value=proved\n\na ; attacker=or ; value=disproved ; name=n";
    let experiment = load(set).unwrap();
    let problems = &experiment.sets[0].problems;
    assert_eq!((problems[0].case.at.line, problems[1].case.at.line), (2, 4));
    assert_eq!(problems[1].case.name, "n");
    for (set, message) in [
        (
            "r ; attacker=or ; value=proved\nx ; attacker=or ; value=proved",
            "tiny.txt:2: position: column 1: there is no node named \"x\"",
        ),
        ("r ; attacker=or", "tiny.txt:1: value= is missing"),
    ] {
        assert_eq!(load(set).unwrap_err().to_string(), message);
    }
    let empty = load("# nothing\n").unwrap_err().to_string();
    assert!(
        empty.ends_with("tiny.toml:6: the set tiny.txt has no positions"),
        "{empty}"
    );
    let other = load("r ; attacker=or ; value=proved ; rules=r = OR { Won }");
    let other = other.unwrap_err().to_string();
    assert!(
        other.starts_with("tiny.txt:1: rules r = OR { Won }, but"),
        "{other}"
    );
}

const SIZED: &str = r#"name = "tiny"
title = "a tiny one"
source = "no paper, figure 0"
game = "tree"
rules = "r = OR { a, b } a = AND { Failed } b = AND { Won }"
memory = "1MiB"
count = "expanded"

[[set]]
file = "large.txt"
size = 4

[[set]]
file = "small.txt"
size = 2

[[run]]
label = "df-pn"
algorithm = "df-pn"

[[run]]
label = "weak"
algorithm = "df-pn"
options = { rule = "weak" }
group = "others"
size = -8

[[check]]
claim = "weak needs half of it"
kind = "mean-ratio-at"
set-size = 4
left = "weak"
right = "df-pn"
of = "stored"
at-most = 0.5

[[check]]
claim = "weak needs less on most"
kind = "wins"
left = "weak"
right = "df-pn"
at-least = 3

[plot]
kind = "mean-ratio-over-set"
axis = "size"
base = "df-pn"
of = "stored"
"#;

#[test]
fn sets_have_sizes_and_figures_a_base() {
    let experiment = read(SIZED).unwrap();
    assert_eq!(experiment.runs[1].point, Some(("others".into(), -8)));
    let [mean, wins] = &experiment.checks[..] else {
        panic!("two claims")
    };
    let of = Measure::Count(Count::Stored);
    assert_eq!(mean.kind, CheckKind::MeanRatioAt);
    assert_eq!((mean.size, mean.pair(), mean.of), (4, [1, 0], of));
    assert_eq!((wins.kind, wins.right[0]), (CheckKind::Wins, 0));
    let drawn = |plot: Option<Plot>| plot.map(|plot| (plot.kind, plot.base, plot.of));
    let expected = |kind| Some((kind, 0, of));
    assert_eq!(drawn(experiment.plot), expected(PlotKind::MeanRatioOverSet));
    let both = SIZED.replacen("memory", "sets = [\"first.txt\"]\nmemory", 1);
    let by_nodes = both.replacen("mean-ratio-over-set", "nodes-by-position", 1);
    let plot = read(&by_nodes.replacen("base = \"df-pn\"\n", "", 1))
        .unwrap()
        .plot;
    assert_eq!(drawn(plot), expected(PlotKind::ByPosition));
    let means = SIZED.replacen("mean-ratio-over-set", "mean-over-set", 1);
    let plot = read(&means.replacen("base = \"df-pn\"\n", "", 1))
        .unwrap()
        .plot;
    assert_eq!(drawn(plot), expected(PlotKind::MeanOverSet));
}

#[test]
fn sets_with_sizes_are_not_replaced() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("tiny.toml");
    std::fs::write(&path, SIZED).unwrap();
    let games = [lab_game::<TreeGame>()];
    let error = Experiment::read(&path, &games, &["other.txt".into()]).unwrap_err();
    let message = "tiny.toml:10: the sets of this experiment have sizes, which other sets do not \
                   have";
    assert!(error.to_string().ends_with(message), "{error}");
}

#[test]
fn sizes_and_figures_that_mean_nothing_are_refused() {
    for (from, to, message) in [
        (
            "file = \"small.txt\"",
            "file = \"large.txt\"",
            "14: the set large.txt is named twice",
        ),
        (
            "size = 2\n",
            "\n",
            "14: a set without a size has no place in the plot",
        ),
        ("size = 2\n", "size = 0.5\n", "15: invalid type"),
        (
            "memory",
            "sets = [\"first.txt\"]\nmemory",
            "6: a set without a size has no place in the plot",
        ),
        (
            "set-size = 4",
            "set-size = 5",
            "31: no set has the size 5; known are 2, 4",
        ),
        ("set-size = 4\n", "", "30: set-size is missing"),
        (
            "kind = \"wins\"",
            "kind = \"wins\"\nset-size = 4",
            "39: wins takes no set-size; it takes left, right, of, column, at-least, at-most",
        ),
        (
            "base = \"df-pn\"\n",
            "",
            "45: base is missing: the run to divide by",
        ),
        (
            "base = \"df-pn\"\n",
            "base = \"pn\"\n",
            "47: unknown run \"pn\"; known are df-pn, weak",
        ),
        (
            "kind = \"mean-ratio-over-set\"",
            "kind = \"nodes-by-position\"",
            "45: nodes-by-position takes no base",
        ),
        (
            "kind = \"mean-ratio-over-set\"",
            "kind = \"mean-over-set\"",
            "45: mean-over-set takes no base",
        ),
        (
            "kind = \"mean-ratio-over-set\"",
            "kind = \"mean-ratio-over-st\"",
            "45: unknown plot \"mean-ratio-over-st\"; did you mean \"mean-ratio-over-set\"?",
        ),
        (
            "kind = \"mean-ratio-over-set\"\naxis = \"size\"\nbase = \"df-pn\"\nof = \"stored\"\n",
            "kind = \"solved-over-size\"\naxis = \"size\"\n",
            "22: the axis is logarithmic: a size must be above 0",
        ),
    ] {
        assert!(SIZED.contains(from), "{from}");
        let error = read(&SIZED.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("tiny.toml:{message}")),
            "{error}"
        );
    }
    let (before, after) = SIZED.split_once("[[set]]").unwrap();
    let (_, after) = after.split_once("[[run]]").unwrap();
    let none = read(&format!("{before}[[run]]{after}")).unwrap_err();
    assert_eq!(none.to_string(), "tiny.toml:1: an experiment needs a set");
}

const HINTED: &str = r#"name = "tiny"
title = "a tiny one"
source = "no paper, figure 0"
game = "marked"
rules = "r = OR { a, b } a = AND { c } b = AND { Won } c = OR { Failed }"
sets = ["tiny.txt"]
memory = "1MiB"
count = "expanded"
hints = " plain"

[[run]]
label = "plain"
algorithm = "df-pn"

[[run]]
label = "marked"
algorithm = "df-pn"
hints = ""
"#;

#[test]
fn hints_of_a_run_go_before_those_of_all() {
    let read = |text: &str| {
        let games = [lab_game::<TreeGame>(), lab_game::<Marked>()];
        super::parse(&Source::tiny(text), &games).map(|(experiment, _)| experiment)
    };
    let runs = read(HINTED).unwrap().runs;
    assert_eq!((&*runs[0].hints, &*runs[1].hints), ("plain", ""));
    assert_ne!(runs[0].line(), runs[1].line());
    for (from, to, message) in [
        (
            "hints = \"\"",
            "hints = \"plan\"",
            "18: hints: \"plan\" is not \"plain\"",
        ),
        (
            "\" plain\"",
            "\"marks\"",
            "9: hints: \"marks\" is not \"plain\"",
        ),
        (
            "\"marked\"\nrules",
            "\"tree\"\nrules",
            "9: hints: tree has no hints",
        ),
        (
            "hints = \"\"",
            "hint = \"\"",
            "18: unknown key \"hint\"; did you mean \"hints\"?",
        ),
    ] {
        let error = read(&HINTED.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error.to_string(), format!("tiny.toml:{message}"));
    }
}
