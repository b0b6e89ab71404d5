//! `sweepfall completions` and `sweepfall man`: made from the same definitions as the parser.

use std::io::{self, ErrorKind, Write};

use anyhow::{Context, Result};
use clap::{Command, CommandFactory};
use clap_complete::Shell;

use super::{Cli, Exit};

/// Print a completion script for a shell.
#[derive(Debug, clap::Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Print the manual page (roff; read it with `sweepfall man | man -l -`).
#[derive(Debug, clap::Args)]
pub struct Man {}

/// Runs `sweepfall completions`.
///
/// # Errors
/// When the output cannot be written.
pub fn run(args: &Completions) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sweepfall", &mut script);
    print(&script)
}

/// Runs `sweepfall man`: one page with every command and its options.
///
/// # Errors
/// When the output cannot be written.
pub fn man(_: &Man) -> Result<Exit> {
    let mut command = Cli::command();
    command.build();
    let page = clap_mangen::Man::new(command.clone());
    let mut roff = Vec::new();
    page.render(&mut roff).context("cannot make the manual page")?;
    options_of(&command, &mut roff).context("cannot make the manual page")?;
    print(&roff)
}

/// Adds a section with the synopsis and options of each command below `command`.
fn options_of(command: &Command, roff: &mut Vec<u8>) -> io::Result<()> {
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let name = sub.get_bin_name().unwrap_or(sub.get_name()).to_uppercase();
        writeln!(roff, ".SH \"{name}\"")?;
        if let Some(about) = sub.get_about() {
            writeln!(roff, "{}", about.to_string().replace('-', "\\-"))?;
        }
        if sub.has_subcommands() {
            options_of(sub, roff)?;
        } else {
            let page = clap_mangen::Man::new(sub.clone());
            let mut sections = Vec::new();
            page.render_synopsis_section(&mut sections)?;
            page.render_options_section(&mut sections)?;
            // Sections of the command's own page are subsections here.
            let sections = String::from_utf8_lossy(&sections).replace(".SH ", ".SS ");
            roff.write_all(sections.as_bytes())?;
        }
    }
    Ok(())
}

/// Writes to the standard output; a reader that has seen enough is no failure.
fn print(bytes: &[u8]) -> Result<Exit> {
    match io::stdout().lock().write_all(bytes) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(Exit::Done),
    }
}
