//! Paths of Windows in URIs: drives, and folders of other machines.

/// The path of a decoded URI: `/C:/folder` is `c:/folder`, and `/folder` of the machine `host` is `//host/folder`.
pub fn to_path(host: &str, path: &str) -> String {
    if !host.is_empty() {
        return format!("//{host}{path}");
    }
    let mut letters = path.chars();
    match (letters.next(), letters.next(), letters.next()) {
        (Some('/'), Some(letter), Some(':')) if letter.is_ascii_alphabetic() => {
            format!("{}{}", letter.to_ascii_lowercase(), path.get(2..).unwrap_or_default())
        }
        _ => path.to_owned(),
    }
}

/// What comes after `file://` for an absolute path: `/c:/folder`, or `host/folder`. Canonical paths begin with `\\?\`,
/// which editors do not know.
pub fn to_uri(path: &str) -> String {
    let path = match path.strip_prefix(r"\\?\") {
        Some(canonical) => match canonical.strip_prefix(r"UNC\") {
            Some(remote) => format!(r"\\{remote}"),
            None => canonical.to_owned(),
        },
        None => path.to_owned(),
    };
    let path = path.replace('\\', "/");
    match path.strip_prefix("//") {
        Some(remote) => remote.to_owned(),
        None => format!("/{path}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drive_has_one_spelling() {
        assert_eq!(
            [to_path("", "/C:/a"), to_path("", "/c:/a"), to_path("", "/c%/a")],
            ["c:/a", "c:/a", "/c%/a"]
        );
    }

    #[test]
    fn folders_of_other_machines_are_paths() {
        assert_eq!(to_path("server", "/share/a.agd"), "//server/share/a.agd");
        assert_eq!(to_uri(r"\\server\share\a.agd"), "server/share/a.agd");
    }

    #[test]
    fn canonical_paths_are_written_as_editors_write_them() {
        for (path, uri) in [
            (r"c:\w\a.agd", "/c:/w/a.agd"),
            ("c:/w/a.agd", "/c:/w/a.agd"),
            (r"\\?\c:\w\a.agd", "/c:/w/a.agd"),
            (r"\\?\UNC\server\share\a.agd", "server/share/a.agd"),
        ] {
            assert_eq!(to_uri(path), uri, "{path}");
        }
    }
}
