//! Which files a diff means.

use agmark_garyml::diff::base::choose;
use agmark_garyml::diff::{Diff, DiffFormat, plan};

const CHANGE: &str = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";

/// Where the paths count from and the first file, of a diff whose `.Diff` has this path. Two folders are above.
fn meant(path: &str) -> Result<(usize, String), String> {
    let diff = Diff::parse(DiffFormat::SearchReplace, CHANGE, Some(path));
    let changes = plan(&diff, |_| Some("a\n".to_owned())).map_err(|refusal| refusal.to_string())?;
    Ok((choose(&diff, 3, |_, _| false), changes[0].path.clone()))
}

#[test]
fn a_path_of_the_directive_may_lead_up() {
    let at = |up: usize, path: &str| Ok((up, path.to_owned()));
    assert_eq!(meant("f"), at(0, "f"));
    assert_eq!(meant("./x/../f"), at(0, "f"));
    assert_eq!(meant("../f"), at(1, "f"));
    assert_eq!(meant("../../g/f"), at(2, "g/f"));
    // Nobody has a folder so far up: it is not taken for another one.
    assert_eq!(meant("../../../f"), at(3, "f"));
    assert!(meant("/f").is_err_and(|why| why.contains("leads out")));
}

#[test]
fn paths_in_a_diff_count_from_one_folder() {
    let named = format!("../f\n{CHANGE}");
    let diff = Diff::parse(DiffFormat::SearchReplace, &named, Some("../x"));
    let refusal = plan(&diff, |_| Some("a\n".to_owned())).expect_err("it leads out");
    assert!(refusal.to_string().contains("leads out"), "{refusal}");
    assert_eq!(diff.up, 0, "the path of the directive names no file here");
}
