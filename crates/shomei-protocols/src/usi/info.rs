//! The output of a search: progress and the answer.

use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use shomei::game::Lang;
use shomei::game::escape::one_line;
use shomei::messages::InLang;
use shomei::search::Bracket;
use shomei::search::table::Table;
use shomei::search::{Bounds, Counters};
use shomei::{Answer, AnyPosition, Event, Observer, Progress, Side, Solution};
use shomei_messages::{self as msg, Message};

use crate::out::Out;

/// The period of progress output. Searches report progress more often.
const PERIOD: Duration = Duration::from_secs(1);

/// The maximum length of a remark in characters: an invalid line can have any length.
const LONGEST: usize = 400;

/// The answer of a search that reached its limits.
pub(super) const TIMEOUT: &str = "checkmate timeout";

/// Prints a remark, which the graphical program shows.
pub(super) fn print_remark(out: &Out, text: impl Display) -> io::Result<()> {
    out.print(remark(&text.to_string()))
}

/// The `info string` command for a text, cut to one line of at most [`LONGEST`] characters.
pub(super) fn remark(text: &str) -> String {
    let text: String = one_line(text).chars().take(LONGEST).collect();
    format!("info string {text}")
}

/// Prints the progress of a search once per period.
pub(super) struct UsiReporter<'a> {
    out: &'a Out,
    started: Instant,
    last_report: Instant,
    /// The last reported fill ratio of the table.
    fill: f64,
    /// The position.
    root: &'a AnyPosition,
    /// The attacker.
    attacker: Side,
    /// The table of the search.
    table: Option<Arc<Table>>,
    /// The length of the longest line so far.
    longest: usize,
    /// Whether the answer was given: no progress is printed after that.
    answered: Arc<AtomicBool>,
    /// The language of remarks.
    lang: Lang,
}

impl<'a> UsiReporter<'a> {
    pub(super) fn new(
        out: &'a Out,
        root: &'a AnyPosition,
        attacker: Side,
        started: Instant,
        answered: Arc<AtomicBool>,
        lang: Lang,
    ) -> UsiReporter<'a> {
        UsiReporter {
            out,
            started,
            last_report: started,
            fill: 0.0,
            root,
            attacker,
            table: None,
            longest: 0,
            answered,
            lang,
        }
    }

    /// The likeliest line as `pv`, its length as `depth` and the greatest length so far as
    /// `seldepth`. A proof-number search has no other depth.
    fn likely(&mut self) -> (String, String) {
        let line = self
            .table
            .as_deref()
            .map(|table| self.root.likely_line(self.attacker, table));
        let line = line.unwrap_or_default();
        self.longest = self.longest.max(line.len());
        let depth = format!("depth {} seldepth {}", line.len(), self.longest);
        match line.is_empty() {
            true => (depth, String::new()),
            false => (depth, format!(" pv {}", line.join(" "))),
        }
    }

    /// The statistics at the end of a search.
    pub(super) fn last(&self, solution: &Solution) -> String {
        let work = work(&solution.report.counters, self.started.elapsed(), self.fill);
        let line = &solution.line.moves;
        if solution.report.answer != Answer::Proved || line.is_empty() || solution.line.is_cut {
            return format!("info {work}");
        }
        // The length of a mate is a score only if it is proven to be the shortest.
        let exact = solution.shortest.and_then(Bracket::exact);
        let sign = match self.attacker == self.root.to_move() {
            true => "",
            false => "-",
        };
        let mate = match exact {
            Some(plies) => format!("{sign}{plies}"),
            None if sign.is_empty() => "+".to_string(),
            None => sign.to_string(),
        };
        let (depth, line) = (line.len(), line.join(" "));
        let longest = self.longest.max(depth);
        format!("info depth {depth} seldepth {longest} {work} score mate {mate} pv {line}")
    }
}

impl Observer for UsiReporter<'_> {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Begins(table) => self.table = Some(Arc::clone(table)),
            Event::Progress(progress) => self.report(progress),
            // The first, short lengths are disproved quickly.
            Event::Length { known, next }
                if known.most.is_some() || self.started.elapsed() >= PERIOD =>
            {
                let known = known.in_lang(self.lang);
                let searching = msg::UsiSearching { known, next: *next };
                let _ = print_remark(self.out, searching.text(self.lang));
            }
            _ => {}
        }
    }
}

impl UsiReporter<'_> {
    fn report(&mut self, progress: &Progress) {
        self.fill = progress.fill;
        let now = Instant::now();
        if now - self.last_report < PERIOD || self.answered.load(Ordering::Acquire) {
            return;
        }
        self.last_report = now;
        let work = work(&progress.counters, now - self.started, progress.fill);
        // A write error is ignored: the end of the input ends the program.
        let (depth, line) = self.likely();
        let _ = self.out.print(format_args!("info {depth} {work}{line}"));
        let _ = print_remark(self.out, numbers(progress.bounds, self.lang));
    }
}

/// The counters of a search in the notation of the protocol.
fn work(counters: &Counters, time: Duration, fill: f64) -> String {
    let (nodes, time) = (counters.nodes(), time.as_millis());
    let nps = u128::from(nodes) * 1000 / time.max(1);
    let hashfull = (fill.clamp(0.0, 1.0) * 1000.0) as u32;
    format!("time {time} nodes {nodes} nps {nps} hashfull {hashfull}")
}

fn numbers(bounds: Bounds, lang: Lang) -> String {
    let [pn, dn] = [bounds.pn(), bounds.dn()].map(|number| number.to_string());
    msg::UsiNumbers { pn, dn }.text(lang)
}

/// The answer: `nomate` requires a disproof, and a mate requires moves.
///
/// If the attacker is to move and has no check, the search returns a disproof immediately; this
/// includes a mated side to move, which gets `nomate`. A proof has a complete line unless a stop
/// interrupted its search. If the other side is the attacker and has mated already, there is no
/// move to answer.
pub(super) fn answer(solution: &Solution) -> String {
    match solution.report.answer {
        Answer::Proved if !solution.line.moves.is_empty() && !solution.line.is_cut => {
            format!("checkmate {}", solution.line.moves.join(" "))
        }
        Answer::Disproved => "checkmate nomate".into(),
        Answer::Proved | Answer::Unknown => TIMEOUT.into(),
    }
}

/// A remark in addition to the answer.
pub(super) fn note(solution: &Solution, lang: Lang) -> Option<String> {
    let report = &solution.report;
    match (report.answer, report.stopped_by) {
        (Answer::Proved, _) if solution.line.is_cut => {
            let moves = solution.line.moves.join(" ");
            Some(remark(&msg::UsiLineNotFound { moves }.text(lang)))
        }
        (Answer::Unknown, stop @ Some(_)) => {
            let numbers = numbers(report.bounds, lang);
            let limit = stop.in_lang(lang);
            Some(remark(&msg::UsiStopped { limit, numbers }.text(lang)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei::Kinds;
    use shomei::TextLine;
    use shomei::search::{Report, Stop};

    fn solution(bounds: Bounds, line: &[&str]) -> Solution {
        let stopped_by = (!bounds.is_solved()).then_some(Stop::Interrupt);
        Solution {
            report: Report {
                answer: bounds.into(),
                bounds,
                stopped_by,
                counters: Counters {
                    expanded: 3_000,
                    ..Counters::default()
                },
            },
            corrected: false,
            seconds: 1.0,
            line: TextLine {
                moves: line.iter().map(|&mv| mv.into()).collect(),
                ..TextLine::default()
            },
            certificate: None,
            shortest: None,
            no_shorter: None,
            refutation: None,
            table: None,
        }
    }

    #[test]
    fn answers() {
        let mate = solution(Bounds::PROVED, &["G*5b"]);
        assert_eq!(answer(&mate), "checkmate G*5b");
        assert_eq!(answer(&solution(Bounds::PROVED, &[])), TIMEOUT);
        let mut cut = solution(Bounds::PROVED, &["G*5b"]);
        cut.line.is_cut = true;
        assert_eq!(answer(&cut), TIMEOUT);
        let expected = "info string there is a mate, but its line was not found in time; it \
            begins: G*5b";
        assert_eq!(note(&cut, Lang::EN), Some(expected.into()));
        let none = solution(Bounds::DISPROVED, &["G*5b", "5a6a"]);
        assert_eq!(answer(&none), "checkmate nomate");
        assert_eq!(answer(&solution(Bounds::UNIT, &[])), TIMEOUT);
    }

    #[test]
    fn figures_are_those_of_the_protocol() {
        let counters = solution(Bounds::UNIT, &[]).report.counters;
        assert_eq!(
            work(&counters, Duration::from_millis(1500), 0.25),
            "time 1500 nodes 3000 nps 2000 hashfull 250"
        );
        let game = Kinds::builtin().open("shogi", "").unwrap();
        let root = game.position("4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap();
        let out = Out::new(Vec::new());
        let (side, now) = (Side::First, Instant::now());
        let reporter = UsiReporter::new(&out, &root, side, now, Arc::default(), Lang::EN);
        let last = reporter.last(&solution(Bounds::PROVED, &["G*5b"]));
        assert!(last.starts_with("info depth 1 seldepth 1 time "), "{last}");
        assert!(last.ends_with(" hashfull 0 score mate + pv G*5b"), "{last}");
        let last = reporter.last(&solution(Bounds::DISPROVED, &["G*5b"]));
        assert!(!last.contains("score"), "{last}");
    }

    #[test]
    fn remarks_have_two_languages() {
        let remark = |solution: &Solution| note(solution, Lang::JA);
        let open = solution(Bounds::UNIT, &[]);
        let expected = "info string 中断により打ち切り：証明数1、反証数1";
        assert_eq!(remark(&open), Some(expected.into()));
        let mut cut = solution(Bounds::PROVED, &["G*5b"]);
        cut.line.is_cut = true;
        assert!(remark(&cut).unwrap().ends_with("初めの手順：G*5b"));
    }

    #[test]
    fn remarks_are_one_short_line() {
        assert_eq!(remark("a\rb\nc"), "info string a\\rb\\nc");
        assert_eq!(
            remark(&"x".repeat(1000)).len(),
            "info string ".len() + LONGEST
        );
        let expected = "info string stopped by an interrupt: proof number 1, disproof number 1";
        assert_eq!(
            note(&solution(Bounds::UNIT, &[]), Lang::EN),
            Some(expected.into())
        );
        assert_eq!(note(&solution(Bounds::PROVED, &["G*5b"]), Lang::EN), None);
    }
}
