//! Converts a record of shogi: `convert game.kif game.csa`. The extension of the second file
//! determines its format and its encoding.

#![allow(clippy::print_stderr, reason = "an example prints")]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop"))]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use shomei_kifu::{Format, Kifu};

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [from, to] = &files[..] else {
        return Err("expected two files, such as game.kif game.csa".into());
    };
    convert(from, to)
}

fn convert(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    let kifu = Kifu::read(&fs::read(from)?)?;
    for warning in &kifu.warnings {
        eprintln!("{}: {warning}", from.display());
    }
    let extension = to.extension().unwrap_or_default().to_string_lossy();
    let (format, encoding) = Format::of_extension(&extension)?;
    fs::write(to, kifu.to_bytes(format, encoding))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_becomes_another() {
        let folder = env::temp_dir().join(format!("shomei-kifu-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [from, to] = ["game.kifu", "game.csa"].map(|name| folder.join(name));
        fs::write(&from, "手合割：平手\n   1 ７六歩(77)\n   2 投了\n").unwrap();
        convert(&from, &to).unwrap();
        let text = fs::read_to_string(&to).unwrap();
        assert!(text.ends_with("+\n+7776FU\n%TORYO\n"), "{text}");
        assert!(convert(&from, &folder.join("game.pgn")).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
