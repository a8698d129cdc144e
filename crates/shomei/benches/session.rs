//! Measures the cost and the savings of a session.
//!
//! ```sh
//! cargo bench -p shomei --bench session                      # how soon a stopped session answers
//! cargo bench -p shomei --bench session -- othello FILE      # a list with one session, and anew
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::fs;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use shomei::{AnyPosition, Error, Event, Kinds, Question, Session, Value, Watching};

fn main() -> Result<(), Error> {
    // Cargo adds `--bench`.
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    match (args.next(), args.next()) {
        (Some(game), Some(file)) => list(&game, &file),
        _ => stops(),
    }
}

/// The time from `stop` to the answer, in every game, with one thread and with two.
fn stops() -> Result<(), Error> {
    let kinds = Kinds::builtin();
    for (name, rules) in [
        ("loa", ""),
        ("othello", ""),
        ("shogi", "full"),
        ("uttt", ""),
    ] {
        let game = kinds.open(name, rules)?;
        let root = game.start();
        for threads in [1, 2] {
            let mut waited = Vec::new();
            for i in 0..40 {
                waited.push(stop(&root, threads, Duration::from_millis(5 + 5 * i))?);
            }
            waited.sort();
            println!(
                "{name}, {threads} threads: stopped within {:?}, half of the time {:?}",
                waited[waited.len() - 1],
                waited[waited.len() / 2]
            );
        }
    }
    Ok(())
}

/// The time from a stop, `after` this time of search, to the answer of the session.
fn stop(root: &AnyPosition, threads: usize, after: Duration) -> Result<Duration, Error> {
    let threads = std::num::NonZeroUsize::new(threads).unwrap_or(std::num::NonZeroUsize::MIN);
    let (begun, has_begun) = mpsc::channel();
    let mut observer = move |event: &Event<'_>| {
        if let Event::Begins(_) = event {
            let _ = begun.send(());
        }
    };
    let mut session = Session::new(root.game())?;
    session.set_threads(threads)?.set_memory(256 << 20);
    let stopper = session.stopper();
    let root = root.clone();
    let asked = thread::spawn(move || {
        let mut watching = Watching(&mut observer);
        let answered = session.ask_with(&root, Question::MoverWins, &mut watching);
        (answered, Instant::now())
    });
    let _ = has_begun.recv();
    thread::sleep(after);
    let stopped = Instant::now();
    stopper.stop();
    let (answered, ended) = asked
        .join()
        .map_err(|_| Error::limit("a thread broke down"))?;
    answered?;
    Ok(ended.saturating_duration_since(stopped))
}

/// Finds the values of a list of positions, with one session for all and with one for each.
fn list(name: &str, file: &str) -> Result<(), Error> {
    let game = Kinds::builtin().open(name, "")?;
    let text = fs::read_to_string(file).map_err(Error::run)?;
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(['#', '%']));
    let positions: Vec<AnyPosition> = lines
        .map(|line| Ok(game.position(line)?))
        .collect::<Result<_, Error>>()?;
    let questions = match game.range() {
        Some(_) => vec![Question::Value, Question::Score, Question::Moves],
        None => vec![Question::Value, Question::Moves],
    };
    for question in questions {
        let mut one = Session::new(&game)?;
        let kept = ask(&positions, &mut |position| one.ask(position, question))?;
        let anew = ask(&positions, &mut |position| {
            Session::new(&game)?.ask(position, question)
        })?;
        println!(
            "{question:?} of {}: one session {} nodes, {:.3} s; each anew {} nodes, {:.3} s; {}",
            positions.len(),
            kept.nodes,
            kept.seconds,
            anew.nodes,
            anew.seconds,
            match kept.found == anew.found {
                true => "the same answers",
                false => "DIFFERENT ANSWERS",
            }
        );
    }
    Ok(())
}

/// The values of all positions, and the work for them.
struct Total {
    found: Vec<(Option<Value>, Option<i32>)>,
    nodes: u64,
    seconds: f64,
}

fn ask(
    positions: &[AnyPosition],
    answer: &mut dyn FnMut(&AnyPosition) -> Result<shomei::QueryResult, Error>,
) -> Result<Total, Error> {
    let started = Instant::now();
    let mut total = Total {
        found: Vec::new(),
        nodes: 0,
        seconds: 0.0,
    };
    for position in positions {
        let answered = answer(position)?;
        let score = answered.score().and_then(|known| known.score());
        total.found.push((answered.value(), score));
        total.nodes += answered.work.nodes();
    }
    total.seconds = started.elapsed().as_secs_f64();
    Ok(total)
}
