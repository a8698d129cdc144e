//! Weights, costs and first numbers.

use std::fs;

use shomei::{Hints, Kinds, Weights};

use crate::support::{directory, names, shomei, text};

/// Weights are trained, and a game accepts them.
#[test]
fn weights_are_trained() {
    let folder = directory();
    let file = folder.path().join("small.weights");
    let out = text(&file);
    let small = ["--games", "30", "--problems", "2", "--seed", "4"];
    let run = shomei(["train", "othello", "--out", &out].into_iter().chain(small));
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("correlation"), "{}", run.out);
    let hints = Hints {
        weights: Some(Weights {
            name: out,
            bytes: fs::read(&file).unwrap(),
        }),
        ..Hints::default()
    };
    let kinds = Kinds::builtin();
    let othello = kinds.find("othello").unwrap();
    othello.open("", &hints).unwrap();
}

#[test]
fn costs_are_trained() {
    let folder = directory();
    let file = folder.path().join("small.costs");
    let out = text(&file);
    let run = shomei([
        "train",
        "othello",
        "costs",
        "--out",
        &out,
        "--problems",
        "2",
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("reached"), "{}", run.out);
    let made = fs::read_to_string(&file).unwrap();
    let command = "# Made by: shomei-lab train othello costs --seed 1 --problems 2\n";
    assert!(made.contains(command), "{made}");
    for (words, message) in [
        (["costs", "--games", "20"], "--games and --records"),
        (
            ["cots", "--games", "20"],
            "othello has no \"cots\" to train, only weights and costs; did you mean \"costs\"?",
        ),
    ] {
        let run = shomei(["train", "othello", "--out", &out].into_iter().chain(words));
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains(message), "{}", run.err);
    }
}

#[test]
fn training_refuses_what_it_cannot_learn_from() {
    let folder = directory();
    let out = text(&folder.path().join("x.weights"));
    let broken = folder.path().join("broken.wtb");
    fs::write(&broken, [0; 20]).unwrap();
    let run = shomei([
        "train",
        "othello",
        "--out",
        &out,
        "--records",
        &text(&broken),
    ]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("broken.wtb"), "{}", run.err);
    let run = shomei(["train", "loa", "--out", &out]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("loa has nothing to train"), "{}", run.err);
    let few = folder.path().join("few.wtb");
    let broken_off = folder.path().join("broken-off.wtb");
    for (path, games, message) in [
        (
            &few,
            1,
            "the records have 1 game to learn from, expected 10",
        ),
        (
            &few,
            9,
            "the records have 9 games to learn from, expected 10",
        ),
        (
            &broken_off,
            10,
            "the records have no position to learn from",
        ),
    ] {
        fs::write(path, records(games)).unwrap();
        let run = shomei(["train", "othello", "--out", &out, "--records", &text(path)]);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains(message), "{}", run.err);
    }
    for (option, number, message) in [
        ("--games", "9", "expected a number from 10 to 10,000,000"),
        (
            "--games",
            "10000001",
            "expected a number from 10 to 10,000,000",
        ),
        ("--problems", "0", "expected a number from 1 to 100,000"),
        ("--problems", "101k", "expected a number from 1 to 100,000"),
    ] {
        let run = shomei(["train", "othello", "--out", &out, option, number]);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains(message), "{}", run.err);
    }
    let left = names(folder.path());
    assert_eq!(left, ["broken-off.wtb", "broken.wtb", "few.wtb"]);
}

/// A WTHOR file with this number of games that end after two moves.
fn records(games: u8) -> Vec<u8> {
    let mut file = vec![0; 16];
    file[4] = games;
    for _ in 0..games {
        let mut game = [0; 68];
        game[8..10].copy_from_slice(&[56, 64]);
        file.extend(game);
    }
    file
}
