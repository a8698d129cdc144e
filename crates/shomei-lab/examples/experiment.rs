//! Runs an experiment on a few positions and prints its table.
//!
//! ```sh
//! cargo run --release -p shomei-lab --example experiment -- experiments/002-table1.toml
//! ```

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example prints"
)]

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei::files::Guard;
use shomei_lab::{Event, Experiment, LabEntry, Request, reproduce};
use shomei_loa::Loa;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1);
    let path = path.ok_or("give the file of an experiment in Lines of Action")?;
    let experiment = Experiment::load(&PathBuf::from(path), &[LabEntry::of::<Loa>()], &[])?;
    let folder = std::env::temp_dir().join(format!("shomei-{}", experiment.name));
    let request = Request {
        guard: Guard::default(),
        experiment,
        // A later run can use more positions: finished runs are kept in the folder.
        positions: Some(3),
        out: folder,
        reuse: Vec::new(),
        threads: 1,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let reproduced = reproduce(&request, &stop, &mut |event| {
        if let Event::Finished { row, answer, .. } = event {
            eprintln!("{row}: {answer}");
        }
    })?;
    println!("{}", reproduced.table);
    Ok(())
}
