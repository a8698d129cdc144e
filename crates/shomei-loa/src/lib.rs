//! Placeholder root, filled by the following commits.
