//! Outline, names, folds.

use agmark_syntax::testing::{names, symbols};
use agmark_syntax::{Document, Name, ancestors, outline};
use expect_test::expect;

const TEXT: &str = r#".GaryML version: 1.0
.Context
  id: "change log"
  path: docs/CHANGES.md
.Context id=api type=schema
  ```json
  { }
  ```
# Two lines
# of a comment
.Include path=common.garyml
.Documentation title="Guide"
  .Section title: Build
    .build: "Builds it all"
      target: @api
.Execute
  .build
    targets: [@api, api]
  .fetch id=step path="https://example.org/x"
"#;

#[test]
fn headers_make_the_outline() {
    expect![[r#"
        .GaryML 1.0 Module 1-1
        .Context change log Struct 2-4
        .Context api Struct 5-10
        .Include common.garyml Module 11-11
        .Documentation Guide Section 12-15
          .Section Build Section 13-15
            .build Builds it all Interface 14-15
        .Execute  Event 16-19
          .build  Function 17-18
          .fetch step Function 19-19
    "#]]
    .assert_eq(&symbols(agmark_garyml::format(), TEXT));
}

#[test]
fn ids_commands_and_paths() {
    expect![[r#"
        3:8-3:18 def id change log global
        5:13-5:16 def id api global
        4:9-4:24 link File docs/CHANGES.md
        14:6-14:11 def command build global
        15:7-15:13 def parameter .build target global
        19:13-19:17 def id step global
        15:16-15:19 ref id api Workspace
        17:4-17:9 ref command build Workspace
        18:5-18:12 ref parameter .build targets Workspace
        18:16-18:19 ref id api Workspace
        18:21-18:24 ref id api Workspace
        19:4-19:9 ref command fetch Workspace
        19:10-19:12 ref parameter .fetch id Workspace
        19:18-19:22 ref parameter .fetch path Workspace
        11:15-11:28 link Import common.garyml
        19:24-19:45 link Address https://example.org/x
    "#]]
    .assert_eq(&names(agmark_garyml::format(), TEXT));
}

#[test]
fn blocks_and_subtrees_fold() {
    let document = Document::new(agmark_garyml::format(), TEXT);
    let line = |offset: u32| document.text().line_of(offset as usize) + 1;
    let folds: Vec<_> = outline::folds(&document)
        .iter()
        .map(|f| format!("{}-{} {:?}", line(f.span.start), line(f.span.end.saturating_sub(1)), f.kind))
        .collect();
    expect![[r#"
        2-4 Block
        5-10 Block
        6-8 Block
        9-10 Comment
        12-15 Block
        13-15 Block
        14-15 Block
        16-19 Block
        17-18 Block"#]]
    .assert_eq(&folds.join("\n"));
}

#[test]
fn words_are_explained() {
    let document = Document::new(agmark_garyml::format(), TEXT);
    let hover = |word: &str| {
        let at = TEXT.find(word).unwrap_or(0) + 1;
        let hover = document.format().hover(&document, &agmark_syntax::world::EmptyWorld, at)?;
        Some(format!("{:?}\n{}\n", hover.span.text(TEXT), hover.markdown))
    };
    let text: String = [".Context", "path:", "type=", ".Execute"].into_iter().filter_map(hover).collect();
    expect![[r#"
        ".Context"
        `.Context` (directive)

        Background: a file, a schema, a note. Other blocks refer to it as `@id`.

        - `id` (required): The name that references use; unique in the file.
        - `path`: The file of the content.
        - `type`: The kind of the content. `file`, `schema`, `text`.
        - `format`: The language of the content. `json`, `yaml`, `markdown`, `python`, `go`.
        "path"
        `path`: The file of the content.
        "type"
        `type`: The kind of the content. `file`, `schema`, `text`.
        ".Execute"
        `.Execute` (directive)

        The commands that the agent runs, in order.
    "#]]
    .assert_eq(&text);
    assert!(hover("Builds").is_none());
}

#[test]
fn a_rename_accepts_valid_names_only() {
    let format = agmark_garyml::format();
    let (id, command) = (Name::new("id", "a"), Name::new("command", "a"));
    assert_eq!(format.check_name(&id, "@new-name"), Ok("new-name".to_owned()));
    assert_eq!(format.check_name(&command, ".newName"), Ok("newName".to_owned()));
    assert!(format.check_name(&id, "two words").is_err());
    assert!(format.check_name(&command, "Role").is_err());
    let parameter = Name::new("parameter", ".deploy env");
    assert_eq!(format.check_name(&parameter, "target"), Ok("target".to_owned()));
    assert_eq!(format.renamed(&parameter, "target"), Name::new("parameter", ".deploy target"));
    assert_eq!(format.renamed(&id, "b"), Name::new("id", "b"));
    for illegal in ["two words", "id", "", "9", "a=b", "@a"] {
        assert!(format.check_name(&parameter, illegal).is_err(), "{illegal}");
    }
    // Hosts know these by their names.
    assert!(format.check_name(&Name::new("parameter", ".test target"), "what").is_err());
    assert!(format.check_name(&Name::new("parameter", ".test other"), "what").is_ok());
}

#[test]
fn a_selection_grows_by_blocks_and_headers() {
    let document = Document::new(agmark_garyml::format(), TEXT);
    let grown = |needle: &str| {
        let at = TEXT.find(needle).map_or(0, |at| at + 1);
        let lines = ancestors::selections(&document, at).into_iter().map(|span| {
            let line = |offset: u32| document.text().line_of(offset as usize) + 1;
            format!("{}-{}", line(span.start), line(span.end))
        });
        let mut lines: Vec<String> = lines.collect();
        lines.dedup();
        lines.join(" ")
    };
    expect!["7-7 6-8 5-10 1-20"].assert_eq(&grown("{ }"));
    expect!["15-15 14-15 13-15 12-15 1-20"].assert_eq(&grown("target: @api"));
    expect!["17-17 17-18 16-19 1-20"].assert_eq(&grown(".build\n    targets"));
}

/// Semantic tokens replace the colours of the editor, so the server colours no blocks, whose languages the editor
/// knows.
#[test]
fn blocks_are_left_to_their_languages() {
    let text = ".Context id=a\n  ```python\n  x = 1\n  ```\n.Plan\n  \"\"\"\n  - y\n  \"\"\"\n.Diff id=d\n  \"\"\"\n  --- z\n  \"\"\"\n.Context id=b\n  ```\n  plain\n  ```\n.Query: \"why\"\n";
    let format = agmark_garyml::format();
    let highlighter = agmark_syntax::highlight::Highlighter::new(&*format);
    let document = Document::new(format, text);
    let mut coloured = Vec::new();
    for (start, chunk) in document.chunks().iter() {
        let source = document.chunk_text(start, chunk);
        for token in chunk.tokens(&**document.format(), &highlighter, &source) {
            let from = token.start as usize;
            coloured.push(source[from..from + token.len as usize].trim().to_owned());
        }
    }
    for inside in ["x = 1", "- y", "--- z"] {
        assert!(coloured.iter().all(|token| !token.contains(inside)), "{coloured:?}");
    }
    for own in ["python", ".Plan", "plain", "\"why\""] {
        assert!(coloured.iter().any(|token| token == own), "{own}: {coloured:?}");
    }
}

#[test]
fn parameters_of_commands_are_names() {
    let text = r#".Documentation title="Guide"
  .Section title: Work
    .deploy force=false: "Deploys"
      env: [dev, prod]
      env: "where"
      notes: """
        several
        lines
      """
    .build env="another one"
.Execute
  .deploy env=prod force=true region="x"
    notes:
      env: dev
.Examples
  .Command name=.deploy
    arguments:
      env: dev
      deep:
        env: dev
  .ToolCall name="build"
    env: no
    arguments:
      env: dev
  .test target=@x
"#;
    let all = names(agmark_garyml::format(), text);
    let parameters: String =
        all.lines().filter(|line| line.contains(" parameter ")).map(|line| format!("{line}\n")).collect();
    expect![[r#"
        3:13-3:18 def parameter .deploy force global
        4:7-4:10 def parameter .deploy env global
        5:7-5:10 def parameter .deploy env global
        6:7-6:12 def parameter .deploy notes global
        10:12-10:15 def parameter .build env global
        12:11-12:14 ref parameter .deploy env Workspace
        12:20-12:25 ref parameter .deploy force Workspace
        12:31-12:37 ref parameter .deploy region Workspace
        13:5-13:10 ref parameter .deploy notes Workspace
        18:7-18:10 ref parameter .deploy env Workspace
        19:7-19:11 ref parameter .deploy deep Workspace
        24:7-24:10 ref parameter .build env Workspace
        25:9-25:15 ref parameter .test target Workspace
    "#]]
    .assert_eq(&parameters);
}
