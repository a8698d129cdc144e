//! What keeps a file from being written, and what a user can do about it.

use std::fs::FileType;

use shomei_game::{ErrorText, error_text};

/// What the user's way to force the writing of a file does about an obstacle.
#[derive(Clone, Copy)]
pub(super) enum Force {
    /// It replaces the file.
    Replaces,
    /// It does not replace the file.
    Refuses,
    /// It replaces no file in that directory.
    RefusesAll,
}

impl Force {
    /// The obstacle, and what `by` does about it.
    pub(super) fn text(self, by: &str, why: &ErrorText) -> ErrorText {
        match self {
            Force::Replaces => error_text!(
                "force-replaces",
                "{why}; {by} replaces it",
                why = why,
                by = by
            ),
            Force::Refuses => error_text!(
                "force-does-not-replace",
                "{why}; {by} does not replace it",
                why = why,
                by = by
            ),
            Force::RefusesAll => error_text!(
                "force-replaces-nothing",
                "{why}; {by} replaces nothing there",
                why = why,
                by = by
            ),
        }
    }
}

/// What something is that is neither a file nor a directory.
pub(super) fn name_of(kind: FileType) -> ErrorText {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return error_text!("is-a-fifo", "it is a FIFO");
        }
        if kind.is_socket() {
            return error_text!("is-a-socket", "it is a socket");
        }
        if kind.is_block_device() || kind.is_char_device() {
            return error_text!("is-a-device", "it is a device");
        }
    }
    match kind.is_symlink() {
        true => error_text!("is-a-link", "it is a symbolic link"),
        false => error_text!("no-ordinary-file", "it is not an ordinary file"),
    }
}
