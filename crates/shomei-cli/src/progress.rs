//! One line on standard error while a search runs, on a terminal only.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget};
use shomei::words::InLang;
use shomei_game::Lang;
use shomei_search::{Event, Observer, Progress};

use crate::output::{grouped, rate};

/// How long a line stands. A search tells about itself far more often.
const PERIOD: Duration = Duration::from_millis(150);

/// The line; dropped, it is cleared.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    bar: Option<ProgressBar>,
    started: Instant,
    shown: Instant,
    /// What is known of the shortest win, where that is searched for.
    length: String,
    lang: Lang,
}

impl ProgressLine {
    /// A line for a search that begins now; none in a pipe.
    pub(crate) fn begin(lang: Lang) -> ProgressLine {
        ProgressLine::of(lang, io::stderr().is_terminal().then(bar))
    }

    /// No line, for one of several searches at once.
    pub(crate) fn none() -> ProgressLine {
        ProgressLine::of(Lang::En, None)
    }

    fn of(lang: Lang, bar: Option<ProgressBar>) -> ProgressLine {
        let now = Instant::now();
        ProgressLine {
            bar,
            started: now,
            shown: now,
            length: String::new(),
            lang,
        }
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::no_length();
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar.set_style(
        indicatif::ProgressStyle::with_template("{msg}").unwrap_or_else(|_| {
            // The template above is a constant that is accepted.
            indicatif::ProgressStyle::default_bar()
        }),
    );
    bar
}

impl Observer for ProgressLine {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Progress(progress) => self.show(progress),
            Event::Length { known, next } => {
                let known = known.in_lang(self.lang);
                self.length = self.lang.pick(
                    format!("{known}; searching for {next}; "),
                    format!("{known}、{next}手を探索中; "),
                );
            }
            _ => {}
        }
    }
}

impl ProgressLine {
    fn show(&mut self, progress: &Progress) {
        let Some(bar) = &self.bar else {
            return;
        };
        let now = Instant::now();
        if now - self.shown < PERIOD {
            return;
        }
        self.shown = now;
        let length = &self.length;
        let rest = text(progress, now - self.started, self.lang);
        bar.set_message(format!("{length}{rest}"));
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn text(progress: &Progress, elapsed: Duration, lang: Lang) -> String {
    let nodes = progress.counters.nodes();
    let [unit, table] = lang.pick([" nodes", "table"], ["節点", "表"]);
    format!(
        "pn {}, dn {}; {}{unit}, {}; {table} {:.0} %; {}",
        progress.bounds.pn(),
        progress.bounds.dn(),
        grouped(nodes),
        rate(nodes, elapsed.as_secs_f64()),
        progress.fill * 100.0,
        humantime::format_duration(Duration::from_secs(elapsed.as_secs())),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_search::Bracket;
    use shomei_search::{Bounds, Counters};

    #[test]
    fn a_search_for_the_shortest_win_tells_how_far_it_is() {
        let mut line = ProgressLine::begin(Lang::En);
        let known = Bracket {
            least: 9,
            most: Some(21),
        };
        line.event(&Event::Length { known, next: 19 });
        assert_eq!(
            line.length,
            "at least 9 plies, at most 21; searching for 19; "
        );
        line.lang = Lang::Ja;
        line.event(&Event::Length { known, next: 19 });
        assert_eq!(line.length, "9手以上21手以下、19手を探索中; ");
    }

    #[test]
    fn the_line_holds_what_matters() {
        let progress = Progress {
            bounds: Bounds::UNIT,
            counters: Counters {
                expanded: 2_000_000,
                ..Counters::default()
            },
            fill: 0.257,
        };
        assert_eq!(
            text(&progress, Duration::from_secs(80), Lang::En),
            "pn 1, dn 1; 2,000,000 nodes, 25 k/s; table 26 %; 1m 20s"
        );
        assert_eq!(
            text(&progress, Duration::from_secs(80), Lang::Ja),
            "pn 1, dn 1; 2,000,000節点, 25 k/s; 表 26 %; 1m 20s"
        );
    }
}
