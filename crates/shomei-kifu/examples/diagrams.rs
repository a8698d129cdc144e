//! Prints the moves and diagrams of a record of shogi, its main line first: `diagrams game.kif`.

#![allow(clippy::print_stdout, reason = "an example prints")]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop"))]

use std::error::Error;
use std::{env, fs};

use shomei_kifu::{Kifu, diagram};

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args_os()
        .nth(1)
        .ok_or("expected a file, such as game.kif")?;
    print!("{}", diagrams(&Kifu::read(&fs::read(file)?)?));
    Ok(())
}

fn diagrams(kifu: &Kifu) -> String {
    let mut text = String::new();
    for (name, value) in &kifu.headings {
        text += &format!("{name}：{value}\n");
    }
    text += &diagram(&kifu.start);
    for (number, line) in kifu.lines().enumerate() {
        if number > 0 {
            text += &format!("\n変化：{}手\n", line.begin.plies + 1);
        }
        for step in line.steps {
            let board = diagram(&step.after().position);
            text += &format!(
                "\n{} {}\n{}\n{board}",
                step.number(),
                step.name(),
                step.comment
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_has_a_board() {
        let kifu = Kifu::parse("先手：甲\n▲７六歩 △３四歩\n変化：2手\n△８四歩\n").unwrap();
        let text = diagrams(&kifu);
        assert!(text.starts_with("先手：甲\n"));
        assert_eq!(text.matches("後手の持駒：なし").count(), 4);
        assert!(text.contains("\n1 ▲７六歩\n") && text.contains("変化：2手\n\n2 △８四歩\n"));
    }
}
