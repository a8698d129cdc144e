//! The progress line on standard error. It appears only on a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use shomei::messages::InLang;
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};
use shomei_search::{Event, Observer, Progress};

use crate::output::rate;
use crate::units::time_text;

/// The time between two updates. A search reports far more often.
const PERIOD: Duration = Duration::from_millis(150);

/// The escape sequence that clears the rest of the line.
const CLEAR_TO_END: &str = "\x1b[K";

/// The escape sequences that switch the wrapping of long lines off and on.
const NO_WRAP: &str = "\x1b[?7l";
const WRAP: &str = "\x1b[?7h";

/// The state of the progress line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineState {
    /// Standard error is not a terminal, or the line is switched off.
    Absent,
    Clear,
    Shown,
}

/// The progress line. `drop` clears it.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    line: LineState,
    started: Instant,
    shown: Instant,
    /// The bounds of the shortest win, if the question asks for its length.
    length: String,
    lang: Lang,
}

impl ProgressLine {
    /// The line of a search that begins now; no line if standard error is not a terminal.
    pub(crate) fn begin(lang: Lang) -> ProgressLine {
        let line = match io::stderr().is_terminal() {
            true => LineState::Clear,
            false => LineState::Absent,
        };
        ProgressLine::of(lang, line)
    }

    /// No line, for a search that runs beside others.
    pub(crate) fn none() -> ProgressLine {
        ProgressLine::of(Lang::EN, LineState::Absent)
    }

    fn of(lang: Lang, line: LineState) -> ProgressLine {
        let now = Instant::now();
        ProgressLine {
            line,
            started: now,
            shown: now,
            length: String::new(),
            lang,
        }
    }
}

impl Observer for ProgressLine {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Progress(progress) => self.show(progress),
            Event::Length { known, next } => {
                let known = known.in_lang(self.lang);
                let length = msg::ProgressLength {
                    length: known,
                    next: *next,
                };
                self.length = length.text(self.lang) + " ";
            }
            _ => {}
        }
    }
}

impl ProgressLine {
    fn show(&mut self, progress: &Progress) {
        if self.line == LineState::Absent {
            return;
        }
        let now = Instant::now();
        if now - self.shown < PERIOD {
            return;
        }
        self.shown = now;
        let length = &self.length;
        let rest = text(progress, now - self.started, self.lang);
        self.line = LineState::Shown;
        // An error of the terminal must not end the search.
        let _ = write!(
            io::stderr(),
            "\r{NO_WRAP}{length}{rest}{CLEAR_TO_END}{WRAP}"
        );
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.line == LineState::Shown {
            let _ = write!(io::stderr(), "\r{CLEAR_TO_END}");
        }
    }
}

fn text(progress: &Progress, elapsed: Duration, lang: Lang) -> String {
    let nodes = progress.counters.nodes();
    msg::ProgressWork {
        pn: progress.bounds.pn().to_string(),
        dn: progress.bounds.dn().to_string(),
        nodes,
        rate: rate(nodes, elapsed.as_secs_f64()),
        fill: format!("{:.0}", progress.fill * 100.0),
        time: time_text(elapsed),
    }
    .text(lang)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_search::Bracket;
    use shomei_search::{Bounds, Counters};

    #[test]
    fn a_search_for_the_shortest_win_shows_its_bounds() {
        let mut line = ProgressLine::begin(Lang::EN);
        let known = Bracket {
            least: 9,
            most: Some(21),
        };
        line.event(&Event::Length { known, next: 19 });
        assert_eq!(
            line.length,
            "at least 9 plies, at most 21; searching for 19; "
        );
        line.lang = Lang::JA;
        line.event(&Event::Length { known, next: 19 });
        assert_eq!(line.length, "9手以上21手以下、19手を探索中； ");
    }

    #[test]
    fn the_line_has_bounds_work_and_time() {
        let progress = Progress {
            bounds: Bounds::UNIT,
            counters: Counters {
                expanded: 2_000_000,
                ..Counters::default()
            },
            fill: 0.257,
        };
        assert_eq!(
            text(&progress, Duration::from_secs(80), Lang::EN),
            "pn 1, dn 1; 2,000,000 nodes, 25 k/s; table 26 %; 1m 20s"
        );
        assert_eq!(
            text(&progress, Duration::from_secs(80), Lang::JA),
            "証明数1、反証数1；2,000,000局面、25 k/s；置換表 26 %；1m 20s"
        );
    }
}
