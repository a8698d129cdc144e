//! Solves a position of a game given by its name.
//!
//! ```sh
//! cargo run --release --example solve_by_name -- loa "...x....o... x"
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use shomei::{Error, Kinds, Question, Session, Value};

fn main() -> Result<(), Error> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "loa".to_string());
    let text = args.next().unwrap_or_else(|| {
        "...x....o.................oxx....o..ooo....ox................... x".to_string()
    });
    let game = Kinds::builtin().open(&name, "")?;
    let root = game.position(&text)?;
    println!("{}\n", root.diagram());

    let mut session = Session::new(&game)?;
    session.set_nodes(Some(50_000_000));
    let answered = session.ask(&root, Question::Value)?;
    let mover = &game.sides()[root.to_move().index()];
    match answered.value() {
        Some(Value::Win) => println!("{mover} wins"),
        Some(Value::Draw) => println!("neither side can force a win"),
        Some(Value::Loss) => println!("{mover} loses"),
        None => println!("unknown: a limit was reached"),
    }
    println!("line: {}", answered.line.moves.join(" "));
    println!("nodes: {}", answered.work.nodes());
    Ok(())
}
