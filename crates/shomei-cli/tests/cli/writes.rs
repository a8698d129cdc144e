//! Every option that writes a file, tested with every kind of file that may already exist.

pub(crate) mod place;

use crate::support::{DIAGRAM_4, WIN};
use place::{Place, Row, all_files_are_known, row};

const WRITING: &[Row] = &[
    row(
        "solve --proof",
        "solve loa WIN --proof out/x.proof",
        "out/x.proof",
    ),
    row(
        "solve --record",
        "solve shogi MATE --record out/x.kifu",
        "out/x.kifu",
    ),
    row(
        "solve --report",
        "solve shogi MATE --report out/x.html",
        "out/x.html",
    ),
    Row {
        code: 3,
        ..row(
            "solve --checkpoint",
            "solve loa HARD --nodes 500 --memory 1MiB --checkpoint out/x.ckpt",
            "out/x.ckpt",
        )
    },
    row(
        "solve --store-file",
        "solve loa WIN --store-file out/x.store",
        "out/x.store",
    ),
    row(
        "solve --journal",
        "solve loa @in/list.txt --journal out/x.journal",
        "out/x.journal",
    ),
    row(
        "review --proof",
        "review shogi @in/mate.kifu --proof out",
        "out/000.proof",
    ),
    row(
        "review --report",
        "review shogi @in/mate.kifu --report out/x.html",
        "out/x.html",
    ),
    row(
        "compose check --proof",
        "compose check shogi MATE --proof out/x.proof",
        "out/x.proof",
    ),
    row(
        "compose check --record",
        "compose check shogi MATE --record out/x.kifu",
        "out/x.kifu",
    ),
    row(
        "compose check --report",
        "compose check shogi MATE --report out/x.html",
        "out/x.html",
    ),
    row(
        "compose check --journal",
        "compose check loa @in/list.txt --no-yozume --journal out/x.journal",
        "out/x.journal",
    ),
    row(
        "compose check --store-file",
        "compose check loa WIN --no-yozume --store-file out/x.store",
        "out/x.store",
    ),
    row(
        "compose vary --journal",
        "compose vary shogi MATE --changes hand --journal out/x.journal",
        "out/x.journal",
    ),
    row(
        "compose vary --store-file",
        "compose vary shogi MATE --changes hand --store-file out/x.store",
        "out/x.store",
    ),
    row(
        "compose vary --report",
        "compose vary shogi MATE --changes hand --report out/x.html",
        "out/x.html",
    ),
    row(
        "review --store-file",
        "review shogi @in/mate.kifu --store-file out/x.store",
        "out/x.store",
    ),
    row(
        "store export <OUT>",
        "store export in/a.store out/x.txt",
        "out/x.txt",
    ),
    row(
        "store import <FILE>",
        "store import out/x.store in/store.txt",
        "out/x.store",
    ),
    row(
        "convert <OUTPUT>",
        "convert shogi in/mate.kifu out/x.csa",
        "out/x.csa",
    ),
    row("man --out", "man --out out", "out/shomei-solve.1"),
];

/// The other arguments with paths, which are only read.
const READING: &[&str] = &[
    "convert <INPUT>",
    "explore <FILE>",
    "store export <FILE>",
    "store import <IN>",
    "store info <FILE>",
    "store verify <FILE>",
    "verify <FILE>",
];

/// The files that exist before the tested commands run.
pub(crate) fn prepared() -> Place {
    Place::of(
        &[("in/list.txt", &format!("{WIN}\n{DIAGRAM_4}\n"))],
        &[
            "solve shogi MATE --record in/mate.kifu",
            "solve loa WIN --store-file in/a.store",
            "store export in/a.store in/store.txt",
        ],
    )
}

#[test]
fn no_option_replaces_files_of_other_programs() {
    prepared().try_rows(WRITING);
}

/// A new option must be listed here, with a test command if it writes.
#[test]
fn all_options_with_files_are_known_here() {
    // Without the page there are fewer arguments.
    let reading: Vec<&str> = READING
        .iter()
        .copied()
        .filter(|option| cfg!(feature = "web") || *option != "explore <FILE>")
        .collect();
    all_files_are_known(WRITING, &reading, |_| false);
}
