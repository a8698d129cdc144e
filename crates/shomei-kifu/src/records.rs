//! The records of shogi for programs that handle records of any game.

use shomei_game::{Lang, NotationError, Record, Records};
use shomei_shogi::{Move, Position, Shogi};

use crate::{Format, Kifu, diagram, is_kifu, move_name, things};

impl Records<Shogi> for Kifu {
    const FORMS: &'static [&'static str] = Format::EXTENSIONS;
    const DIAGRAM_FORMS: &'static [&'static str] = &["bod"];

    fn looks_like_record(bytes: &[u8]) -> bool {
        is_kifu(bytes)
    }

    fn read_record(_: &Shogi, bytes: &[u8]) -> Result<Record<Position, Move>, NotationError> {
        Ok(Kifu::read(bytes)?.into())
    }

    fn write_record(
        _: &Shogi,
        record: &Record<Position, Move>,
        form: &str,
    ) -> Result<Vec<u8>, NotationError> {
        let (format, encoding) = Format::of_extension(form)?;
        Ok(Kifu::from(record).to_bytes(format, encoding))
    }

    fn parse_record_move(
        _: &Shogi,
        position: &Position,
        text: &str,
    ) -> Result<Move, NotationError> {
        let mv = text.parse()?;
        position.check_legal(mv)?;
        Ok(mv)
    }

    fn move_name(position: &str, mv: &str, last: Option<&str>, lang: Lang) -> Option<String> {
        if lang != Lang::JA {
            return None;
        }
        let (position, mv) = (position.parse().ok()?, mv.parse().ok()?);
        let last: Option<Move> = last.and_then(|last| last.parse().ok());
        Some(move_name(&position, mv, last.map(Move::to)))
    }

    fn diagram_in(position: &str, lang: Lang) -> Option<String> {
        if lang != Lang::JA {
            return None;
        }
        Some(diagram(&position.parse().ok()?))
    }

    fn thing_name(text: &str, lang: Lang) -> Option<String> {
        (lang == Lang::JA).then(|| things::thing_name(text))?
    }
}
