//! What kind of desktop session this is, and what follows for seeing and clicking windows.

/// Who owns the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Session {
    /// One desktop for all programs: X11, Windows, macOS.
    Shared,
    /// A Wayland compositor, which keeps its programs apart.
    Wayland,
}

/// What to do about a game that Wayland hides.
const WAYLAND_ADVICE: &str = "this is a Wayland session, where only games that run in XWayland can be seen and clicked: \
     start the game with GDK_BACKEND=x11 (GTK), QT_QPA_PLATFORM=xcb (Qt) or SDL_VIDEODRIVER=x11 \
     (SDL), or log in to an X11 session; if the desktop asks whether to allow remote control of \
     the screen, allow it";

impl Session {
    /// The session this process runs in.
    pub fn current() -> Self {
        Self::from_environment(|name| std::env::var(name).ok())
    }

    /// The session that these environment variables tell of.
    pub fn from_environment(get: impl Fn(&str) -> Option<String>) -> Self {
        let wayland = cfg!(all(unix, not(target_os = "macos")))
            && (get("WAYLAND_DISPLAY").is_some_and(|name| !name.is_empty())
                || get("XDG_SESSION_TYPE").is_some_and(|kind| kind == "wayland"));
        if wayland { Self::Wayland } else { Self::Shared }
    }

    /// What a person should know or do when a game is not found, if there is something.
    pub fn advice(self) -> Option<&'static str> {
        match self {
            Self::Shared => None,
            Self::Wayland => Some(WAYLAND_ADVICE),
        }
    }
}

#[cfg(all(test, unix, not(target_os = "macos")))]
mod tests {
    use super::*;

    fn session(variables: &[(&str, &str)]) -> Session {
        let find = |name: &str| variables.iter().find(|(n, _)| *n == name);
        Session::from_environment(|name| find(name).map(|(_, value)| value.to_string()))
    }

    #[test]
    fn wayland_is_known_by_either_variable_and_comes_with_advice() {
        for variables in [("WAYLAND_DISPLAY", "wayland-0"), ("XDG_SESSION_TYPE", "wayland")] {
            let session = session(&[variables, ("DISPLAY", ":0")]);
            assert_eq!(session, Session::Wayland);
            assert!(session.advice().is_some_and(|text| text.contains("XWayland")));
        }
    }

    #[test]
    fn an_x11_session_needs_no_advice() {
        let variables = [("XDG_SESSION_TYPE", "x11"), ("WAYLAND_DISPLAY", ""), ("DISPLAY", ":0")];
        assert_eq!(session(&variables), Session::Shared);
        assert_eq!(Session::Shared.advice(), None);
    }
}
