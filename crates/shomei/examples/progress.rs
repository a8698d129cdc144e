//! Watches a search while it runs, and stops it from another thread when the user presses Enter.
//!
//! ```sh
//! cargo run --release --example progress
//! ```

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example prints"
)]

use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use shomei::{Error, Event, Kinds, Observer, Question, Session, Watching};

/// A line on standard error that is overwritten repeatedly.
struct Line {
    started: Instant,
    shown: Duration,
}

impl Observer for Line {
    fn event(&mut self, event: &Event<'_>) {
        let Event::Progress(progress) = event else {
            return;
        };
        let time = self.started.elapsed();
        // A search reports its progress thousands of times a second.
        if time - self.shown < Duration::from_millis(100) {
            return;
        }
        self.shown = time;
        let (pn, dn) = (progress.bounds.pn(), progress.bounds.dn());
        let nodes = progress.counters.nodes();
        let full = progress.fill * 100.0;
        eprint!("\rpn {pn}, dn {dn}, {nodes} nodes, table {full:.0} %   ");
        let _ = io::stderr().flush();
    }
}

fn main() -> Result<(), Error> {
    let game = Kinds::builtin().open("uttt", "")?;
    let root = game.start();
    let mut line = Line {
        started: Instant::now(),
        shown: Duration::ZERO,
    };
    let mut session = Session::new(&game)?;
    session
        .set_memory(256 << 20)
        .set_time(Some(Duration::from_secs(60)));
    let stopper = session.stopper();
    thread::spawn(move || {
        let _ = io::stdin().read_line(&mut String::new());
        stopper.stop();
    });
    let question = Question::Win(root.to_move());
    let answered = session.ask_with(&root, question, &mut Watching(&mut line))?;
    eprintln!();
    match answered.stopped_by {
        None => println!("{}", answered.answer),
        Some(stop) => println!("{}, stopped by {stop}", answered.answer),
    }
    Ok(())
}
