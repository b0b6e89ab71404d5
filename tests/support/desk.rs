//! An X server and a window manager.

use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use super::{Group, wait_for};

/// A desktop of its own. Fields are dropped in this order.
pub struct Desk {
    manager: Option<Group>,
    server: Group,
    home: tempfile::TempDir,
    display: String,
}

impl Desk {
    /// Starts an X server of 1920 x 1080 pixels on a free display, and openbox.
    pub fn start() -> Self {
        let home = tempfile::tempdir().expect("a temporary folder");
        let mut command = Command::new("Xvfb");
        // The server picks a display number nobody has, and tells it once it is ready.
        command.args(["-displayfd", "1", "-screen", "0", "1920x1080x24", "-nolisten", "tcp"]);
        let mut server = Group::start(command.stdout(Stdio::piped()).stderr(Stdio::null()));
        let mut number = String::new();
        let output = server.child.stdout.take().expect("its output was asked for");
        BufReader::new(output).read_line(&mut number).expect("the server tells its display");
        assert!(!number.trim().is_empty(), "the X server did not start");
        let display = format!(":{}", number.trim());
        let manager = Some(window_manager(&display, home.path()));
        let mut desk = Self { manager, server, home, display };
        let mut looks = 0;
        wait_for("the window manager's start", 60, || {
            let lines = desk.json(&["doctor", "--json"]);
            looks += 1;
            if looks % 40 == 0 {
                // It sometimes does not come up beside a server that has just begun.
                desk.manager = Some(window_manager(&desk.display, desk.home.path()));
            }
            lines.iter().any(|line| line["found"] == "Openbox").then_some(())
        });
        desk
    }

    /// Ends the window manager.
    pub fn end_window_manager(&mut self) {
        self.manager = None;
    }

    /// The value of `DISPLAY` here.
    pub fn display(&self) -> &str {
        &self.display
    }

    /// A command on this desktop, with a home folder of its own.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        isolate(&mut command, &self.display, self.home.path());
        command
    }

    /// The program under test on this desktop.
    pub fn sweepfall(&self, arguments: &[&str]) -> Command {
        let mut command = self.command(env!("CARGO_BIN_EXE_sweepfall"));
        command.args(arguments).stdin(Stdio::null());
        command
    }

    /// Runs the program under test to its end and gives the JSON lines of its output.
    pub fn json(&self, arguments: &[&str]) -> Vec<Value> {
        let output = self.sweepfall(arguments).output().expect("sweepfall starts");
        json_lines(&output)
    }

    /// Uses xdotool as the user's hand.
    pub fn hand(&self, arguments: &[&str]) -> String {
        let output = self.command("xdotool").args(arguments).output();
        let output = output.expect("xdotool is there: ./setup --tests installs it");
        assert!(output.status.success(), "xdotool {arguments:?}: {output:?}");
        String::from_utf8_lossy(&output.stdout).trim().to_string()
    }

    /// The windows whose class contains `class`, as `sweepfall windows` lists them.
    pub fn windows(&self, class: &str) -> Vec<Value> {
        let all = self.json(&["windows", "--json"]);
        let fits = |w: &Value| w["class"].as_str().is_some_and(|c| c.contains(class));
        all.into_iter().filter(fits).collect()
    }
}

fn window_manager(display: &str, home: &std::path::Path) -> Group {
    let mut command = Command::new("openbox");
    isolate(&mut command, display, home);
    Group::start(command.stdout(Stdio::null()).stderr(Stdio::null()))
}

/// The objects that a program printed, one a line.
pub fn json_lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// Gives `command` a display and a home folder, and keeps it off the user's own session.
pub fn isolate(command: &mut Command, display: &str, home: &std::path::Path) {
    let config = home.join(".config");
    let run = home.join("run");
    std::fs::create_dir_all(&config).expect("a folder can be made");
    std::fs::create_dir_all(&run).expect("a folder can be made");
    command
        .env("DISPLAY", display)
        .env("HOME", home)
        .env("XDG_CONFIG_HOME", &config)
        .env("XDG_RUNTIME_DIR", &run)
        .env("XDG_SESSION_TYPE", "x11")
        .env("GSETTINGS_BACKEND", "keyfile")
        .env("NO_AT_BRIDGE", "1")
        .env("SDL_AUDIODRIVER", "dummy")
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env("WINEDEBUG", "-all")
        .env("WINEDLLOVERRIDES", "mscoree,mshtml=")
        .env("RUST_LOG", "warn,enigo=error")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("XDG_DATA_HOME")
        .env_remove("WINEPREFIX");
}
