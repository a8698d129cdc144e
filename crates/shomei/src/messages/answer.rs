//! Answers to questions as sentences.

use shomei_compose::Uniqueness;
use shomei_game::{Lang, Outcome, Side};
use shomei_messages::{self as msg, Message};
use shomei_search::{Answer, Bracket, Stop};

use super::{InLang, attacker_in, capital, is_tsume, line_note_in, score_text, side_in};
use crate::any::AnyPosition;
use crate::composers::Composition;
use crate::questions::{End, Found, MoveValue, QueryResult, Value};

/// The answer to a question about a position as sentences, the answer first.
#[must_use]
pub fn answer_in(
    position: &AnyPosition,
    result: &QueryResult,
    composition: &Composition,
    lang: Lang,
) -> Vec<String> {
    let sentences = Sentences { position, lang };
    let mover = position.to_move();
    let mut all = Vec::new();
    match &result.found {
        Found::Score(known) | Found::Scores(known, _) => {
            all.push(sentences.score(mover, known.bounds, result.end));
        }
        _ if result.end.is_some() => {
            all.extend(result.end.map(|end| sentences.end(end.outcome, end.score)));
        }
        Found::Answer => all.push(sentences.win(result.aim.attacker, result.answer)),
        Found::Value(value) => all.push(sentences.value(*value, result.aim.attacker)),
        Found::Moves(value, moves) => {
            all.push(sentences.value(*value, result.aim.attacker));
            let wins = |mv: &&MoveValue| mv.value == Some(Value::Win);
            all.push(sentences.moves(moves, wins));
        }
        Found::Answers(moves) => {
            all.push(sentences.win(result.aim.attacker, result.answer));
            let wins = |mv: &&MoveValue| mv.answer == Some(Answer::Proved);
            all.push(sentences.moves(moves, wins));
        }
    }
    if let (Some(length), Answer::Proved) = (result.shortest, result.answer) {
        all.push(sentences.length(length));
        let counted = composition.counted.as_ref().map(|counted| counted.length);
        let other = counted.filter(|counted| *counted != length);
        all.extend(other.map(|counted| {
            let length = sentences.plies(counted);
            msg::SentenceWithoutWasted { length }.text(lang)
        }));
    }
    let others = composition.others.as_ref();
    all.extend(others.map(|others| uniqueness(others.verdict(), lang)));
    let judged = composition.judgement.as_ref();
    all.extend(judged.map(|judged| {
        let verdict = judged.in_lang(lang);
        msg::SentenceJudgement { verdict }.text(lang)
    }));
    let note = line_note_in(&result.line, lang).filter(|_| !result.line.is_cut);
    all.extend(note.map(|note| {
        let text = capital(&note);
        msg::Sentence { text }.text(lang)
    }));
    all.extend(result.stopped_by.map(|stop| stopped(stop, lang)));
    all
}

/// Whether there are other solutions, as a sentence.
fn uniqueness(verdict: Uniqueness, lang: Lang) -> String {
    match verdict {
        Uniqueness::Unique => msg::SentenceUnique.text(lang),
        Uniqueness::UniqueButLast => msg::SentenceUniqueButLastMove.text(lang),
        Uniqueness::NotUnique => msg::SentenceNotUnique.text(lang),
        Uniqueness::NotDecided => msg::SentenceUniquenessUnknown.text(lang),
    }
}

/// The limit that stopped a search, as a sentence.
fn stopped(stop: Stop, lang: Lang) -> String {
    if stop == Stop::Interrupt {
        return msg::SentenceInterrupted.text(lang);
    }
    let limit = Some(stop).in_lang(lang);
    msg::SentenceStopped { limit }.text(lang)
}

/// Sentences about a position.
struct Sentences<'a> {
    position: &'a AnyPosition,
    lang: Lang,
}

impl Sentences<'_> {
    fn side(&self, side: Side) -> String {
        let game = self.position.game();
        side_in(&game.name(), &game.side_name(side), self.lang)
    }

    fn is_tsume(&self) -> bool {
        let game = self.position.game();
        is_tsume(&game.name(), &game.rules())
    }

    fn win(&self, attacker: Side, answer: Answer) -> String {
        let lang = self.lang;
        if self.is_tsume() {
            let name = self.position.game().side_name(attacker);
            let side = attacker_in("shogi", &name, lang);
            return match answer {
                Answer::Proved => msg::SentenceMate { side }.text(lang),
                Answer::Disproved => msg::SentenceNoMate { side }.text(lang),
                Answer::Unknown => msg::SentenceMateUnknown { side }.text(lang),
            };
        }
        let side = self.side(attacker);
        match answer {
            Answer::Proved => msg::SentenceWin { side }.text(lang),
            Answer::Disproved => msg::SentenceNoWin { side }.text(lang),
            Answer::Unknown => msg::SentenceWinUnknown { side }.text(lang),
        }
    }

    fn value(&self, value: Option<Value>, attacker: Side) -> String {
        let mover = self.position.to_move();
        match value {
            Some(Value::Win) => self.win(mover, Answer::Proved),
            Some(Value::Loss) => self.win(mover.opponent(), Answer::Proved),
            // A problem without a mate has no winner.
            Some(Value::Draw) if self.is_tsume() => self.win(attacker, Answer::Disproved),
            Some(Value::Draw) => msg::SentenceDraw.text(self.lang),
            None => msg::SentenceValueUnknown.text(self.lang),
        }
    }

    fn moves(&self, moves: &[MoveValue], wins: impl Fn(&&MoveValue) -> bool) -> String {
        let (won, all) = (moves.iter().filter(wins).count(), moves.len());
        match self.is_tsume() {
            true => msg::SentenceMatingMoves { won, all }.text(self.lang),
            false => msg::SentenceWinningMoves { won, all }.text(self.lang),
        }
    }

    fn score(&self, mover: Side, [low, high]: [i32; 2], end: Option<End>) -> String {
        let (side, lang) = (self.side(mover), self.lang);
        let [least, most] = [low, high].map(score_text);
        match (low == high, end.is_some()) {
            (true, true) => msg::SentenceScoreAtEnd { score: least, side }.text(lang),
            (true, false) => msg::SentenceScore { score: least, side }.text(lang),
            (false, _) => msg::SentenceScoreBetween { least, most, side }.text(lang),
        }
    }

    fn end(&self, outcome: Outcome, score: Option<i32>) -> String {
        let Outcome::Win(side) = outcome else {
            return msg::SentenceEndDraw.text(self.lang);
        };
        let side = self.side(side);
        match score.map(|score| score_text(score.abs())) {
            Some(score) => msg::SentenceEndWinBy { side, score }.text(self.lang),
            None => msg::SentenceEndWin { side }.text(self.lang),
        }
    }

    /// A length: 5手詰 in tsume-shogi, 5手 otherwise.
    fn plies(&self, known: Bracket) -> String {
        let plies = known.in_lang(self.lang);
        match known.exact().is_some() && self.is_tsume() {
            true => msg::MateIn { plies }.text(self.lang),
            false => plies,
        }
    }

    fn length(&self, known: Bracket) -> String {
        let length = self.plies(known);
        match known.exact() {
            Some(_) => msg::SentenceShortestProven { length }.text(self.lang),
            None => msg::SentenceShortestOpen { length }.text(self.lang),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kinds, Question, Session};

    fn text_of(game: &str, text: &str, question: Question, lang: Lang) -> String {
        let game = Kinds::builtin().open(game, "").unwrap();
        let position = game.position(text).unwrap();
        let mut session = Session::new(&game).unwrap();
        let result = session.ask(&position, question).unwrap();
        answer_in(&position, &result, &Composition::default(), lang).join(" ")
    }

    const D4: &str = "...x....o.................oxx....o..ooo....ox................... x";

    #[test]
    fn a_win_and_its_refusal_are_sentences() {
        let win = text_of("loa", D4, Question::MoverWins, Lang::EN);
        assert_eq!(win, "Black can force a win.");
        let other = text_of("loa", D4, Question::Win(Side::Second), Lang::EN);
        assert_eq!(other, "White cannot force a win.");
        let ja = text_of("loa", D4, Question::Value, Lang::JA);
        assert_eq!(ja, "黒の必勝。");
    }

    #[test]
    fn a_score_names_its_side() {
        let game = Kinds::builtin().open("othello", "").unwrap();
        let sentences = Sentences {
            position: &game.start(),
            lang: Lang::EN,
        };
        let score = |bounds| sentences.score(Side::First, bounds, None);
        assert_eq!(score([4, 4]), "With best play the score is +4 for Black.");
        assert_eq!(score([-2, 4]), "The score for Black is between -2 and +4.");
        let draw = sentences.value(Some(Value::Draw), Side::First);
        assert_eq!(draw, "It is a draw: neither side can force a win.");
    }

    #[test]
    fn tsume_shogi_has_mates() {
        let mate = "7nk/9/7G1/9/9/9/9/9/9 b G 1";
        let text = |lang| text_of("shogi", mate, Question::Value, lang);
        assert_eq!(text(Lang::EN), "Black can force mate.");
        assert_eq!(text(Lang::JA), "詰み：先手（攻方）が玉方を詰ます。");
        let none = "7nk/9/9/9/9/9/9/9/9 b G 1";
        let ja = text_of("shogi", none, Question::Value, Lang::JA);
        assert!(ja.starts_with("不詰："), "{ja}");
        // The attacker is Black, also where White is to move.
        let defence = "3gk4/4G4/4P4/9/9/9/9/9/9 w G 1";
        let en = text_of("shogi", defence, Question::Moves, Lang::EN);
        assert!(en.starts_with("Black cannot force mate."), "{en}");
    }
}
