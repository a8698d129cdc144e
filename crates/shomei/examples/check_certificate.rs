//! Checks a certificate with the rules of its game alone.
//!
//! ```sh
//! cargo run --release --example check_certificate -- d4.proof
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::fs::File;
use std::io::BufReader;
use std::process::ExitCode;

use shomei::{CheckLimits, Error, Kinds, Verdict};

fn main() -> Result<ExitCode, Error> {
    let Some(path) = std::env::args().nth(1) else {
        return Err(Error::usage("give the name of a certificate"));
    };
    let file = File::open(&path).map_err(Error::run)?;
    let limits = CheckLimits::for_file(file.metadata().map_or(0, |found| found.len()));
    let verdict = Kinds::builtin().check(BufReader::new(file), &limits)?;
    Ok(match verdict {
        Verdict::Accepted(checked) => {
            let header = &checked.header;
            println!("{}\n", checked.diagram);
            println!("{}: {}, for {}", header.game, header.claim, header.attacker);
            println!("{} records, accepted", checked.verified.totals.records);
            ExitCode::SUCCESS
        }
        Verdict::Rejected(rejected) => {
            println!("rejected: {}", rejected.reason);
            ExitCode::FAILURE
        }
    })
}
