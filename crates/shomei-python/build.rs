//! On macOS the names of the interpreter in an extension module are undefined, and the linker needs
//! an option to allow this. Maturin sets it; `cargo test --workspace` would not.

#![forbid(unsafe_code)]

fn main() {
    // Without this line a change of any Python file would build the extension anew.
    println!("cargo::rerun-if-changed=build.rs");
    pyo3_build_config::add_extension_module_link_args();
}
