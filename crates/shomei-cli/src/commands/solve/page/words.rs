//! What a page says, in English and in Japanese.

use shomei::data::AnswerData;
use shomei::words::{capital, grouped, score_text};
use shomei::{MoveValue, Value};
use shomei_game::Lang;
use shomei_search::{Answer, Stop};

use super::super::answer::Answered;

/// The name of a game for people.
pub(super) fn game(name: &str, lang: Lang) -> String {
    let (en, ja) = match name {
        "loa" => ("Lines of Action", "ラインズ・オブ・アクション"),
        "othello" => ("Othello", "オセロ"),
        "shogi" => ("Shogi", "将棋"),
        "uttt" => ("Ultimate tic-tac-toe", "アルティメット三目並べ"),
        _ => return capital(name),
    };
    lang.pick(en, ja).to_string()
}

/// The name of a side as it begins a sentence.
pub(super) fn side(game: &str, name: &str, lang: Lang) -> String {
    let ja = match (game, name) {
        ("shogi", "black") => "先手",
        ("shogi", "white") => "後手",
        (_, "black") => "黒",
        (_, "white") => "白",
        _ => return capital(name),
    };
    lang.pick(capital(name), ja.to_string())
}

/// The answer in a sentence.
pub(super) fn headline(data: &AnswerData, answered: &Answered, lang: Lang) -> String {
    let result = &answered.result;
    let attacker = side(&data.game, &data.attacker, lang);
    if let Some(known) = result.score() {
        let text = known.text();
        return match known.score() {
            Some(score) => {
                let score = score_text(score);
                lang.pick(format!("The score is {score}."), format!("石差は{score}。"))
            }
            None => lang.pick(
                format!("The score is not known: {text}."),
                format!("石差は未確定：{text}。"),
            ),
        };
    }
    match (result.value(), result.answer) {
        (Some(Value::Draw), _) => lang.pick(
            "A draw: neither side can force a win.".to_string(),
            "引き分け：どちらも勝ちを強制できない。".to_string(),
        ),
        (Some(_), _) | (None, Answer::Proved) => lang.pick(
            format!("{attacker} can force a win."),
            format!("{attacker}は勝ちを強制できる。"),
        ),
        (None, Answer::Disproved) => lang.pick(
            format!("{attacker} cannot force a win."),
            format!("{attacker}は勝ちを強制できない。"),
        ),
        (None, Answer::Unknown) => {
            let why = result.stopped_by.map(|stop| stopped(stop, lang));
            let why = why.unwrap_or(lang.pick("nothing", "なし"));
            lang.pick(
                format!("Not known: the search was stopped by {why}."),
                format!("不明：{why}により打ち切り。"),
            )
        }
    }
}

fn stopped(stop: Stop, lang: Lang) -> &'static str {
    match stop {
        Stop::Nodes => lang.pick("the limit of nodes", "節点数の上限"),
        Stop::Time => lang.pick("the limit of time", "時間の上限"),
        Stop::Memory => lang.pick("the limit of memory", "メモリの上限"),
        Stop::Interrupt => lang.pick("an interrupt", "中断"),
        Stop::Game => lang.pick("a failure of the game", "ゲームの異常"),
    }
}

/// The length of the shortest win, where that was asked for.
pub(super) fn shortest(data: &AnswerData, lang: Lang) -> Option<String> {
    let least = data.length_at_least?;
    Some(match (data.length, data.length_proven) {
        (Some(plies), Some(true)) => lang.pick(
            format!(
                "The shortest win takes {}, which is proven.",
                self::plies(usize::from(plies), lang)
            ),
            format!("最短{plies}手（証明済み）。"),
        ),
        (Some(most), _) => lang.pick(
            format!("The shortest win takes at least {least} and at most {most} plies."),
            format!("最短手数は{least}手以上{most}手以下。"),
        ),
        (None, _) => lang.pick(
            format!(
                "A win takes at least {}.",
                self::plies(usize::from(least), lang)
            ),
            format!("勝つには{least}手以上かかる。"),
        ),
    })
}

/// A value, or the answer about one side, of a move.
pub(super) fn of_move(known: &MoveValue, lang: Lang) -> &'static str {
    match (known.answer, known.value) {
        (Some(answer), _) => answer_word(answer, lang),
        (None, value) => value_word(value, lang),
    }
}

pub(super) fn answer_word(answer: Answer, lang: Lang) -> &'static str {
    match answer {
        Answer::Proved => lang.pick("proved", "証明"),
        Answer::Disproved => lang.pick("disproved", "反証"),
        Answer::Unknown => lang.pick("unknown", "不明"),
    }
}

fn value_word(value: Option<Value>, lang: Lang) -> &'static str {
    match value {
        Some(Value::Win) => lang.pick("win", "勝ち"),
        Some(Value::Draw) => lang.pick("draw", "引き分け"),
        Some(Value::Loss) => lang.pick("loss", "負け"),
        None => lang.pick("unknown", "不明"),
    }
}

/// Whether a problem has one solution.
pub(super) fn verdict(verdict: &str, lang: Lang) -> String {
    let ja = match verdict {
        "unique" => "余詰なし",
        "unique but for the last move" => "最終手のみ余詰あり",
        "not unique" => "余詰あり",
        "not decided" => "余詰は未確定",
        _ => verdict,
    };
    let en = match verdict {
        "unique" => "There is no other solution.",
        "unique but for the last move" => "There is another solution at the last move only.",
        "not unique" => "There are other solutions.",
        "not decided" => "Whether there are other solutions is not decided.",
        _ => verdict,
    };
    lang.pick(en, ja).to_string()
}

/// What kind of another solution a move is.
pub(super) fn kind(kind: &str, lang: Lang) -> String {
    let ja = match kind {
        "shorter" => "早詰",
        "equal" => "同手数",
        "promotion" => "成・不成",
        "order of moves" => "手順前後",
        "longer" => "長手数",
        "length not found" => "手数不明",
        "last move" => "最終手",
        "detour" => "迂回手順",
        _ => kind,
    };
    lang.pick(kind, ja).to_string()
}

/// A number of plies.
pub(super) fn plies(count: usize, lang: Lang) -> String {
    let number = grouped(count as u64);
    let en = match count {
        1 => "1 ply".to_string(),
        _ => format!("{number} plies"),
    };
    lang.pick(en, format!("{number}手"))
}
