//! The `sweepfall` program: everything is in the library.

fn main() -> std::process::ExitCode {
    sweepfall::cli::main()
}
