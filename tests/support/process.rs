//! A process with all it starts, ended together.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// A process group of its own, ended when dropped.
pub struct Group {
    pub child: Child,
}

impl Group {
    /// Starts `command` as the leader of a new group.
    ///
    /// # Panics
    /// When the program is not there: a test that cannot run must fail.
    pub fn start(command: &mut Command) -> Self {
        let name = command.get_program().to_string_lossy().into_owned();
        let child = command.process_group(0).stdin(Stdio::null()).spawn();
        let child = child.unwrap_or_else(|error| {
            panic!("cannot start {name}: {error}; ./setup --tests installs it")
        });
        Self { child }
    }

    fn signal(&self, name: &str) {
        let group = format!("-{}", self.child.id());
        let _ = Command::new("kill").args([name, "--", &group]).stderr(Stdio::null()).status();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.signal("-TERM");
        std::thread::sleep(std::time::Duration::from_millis(100));
        self.signal("-KILL");
        let _ = self.child.wait();
    }
}
