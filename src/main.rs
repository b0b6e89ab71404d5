//! The `sweepfall` program: everything is in the library.

fn main() -> std::process::ExitCode {
    sweepfall::target::live::platform::prepare();
    sweepfall::cli::main()
}
