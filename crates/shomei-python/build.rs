//! On macOS an extension leaves the interpreter's names open, and the linker
//! must be told. Maturin tells it; `cargo test --workspace` would not.

#![forbid(unsafe_code)]

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
