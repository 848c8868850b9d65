//! The prompt that an agent gets.

use std::path::{Path, PathBuf};

use agmark_garyml::prompt::{Files, PromptFormat, prompt};
use expect_test::{Expect, expect};

use super::PromptFiles;

fn check(text: &str, files: &[(&str, &str)], format: PromptFormat, expect: Expect) {
    let made =
        prompt(text, Path::new("/w/a/task.garyml"), &PromptFiles(files), format).expect("small enough");
    let mut out = made.text;
    made.warnings.iter().for_each(|w| out.push_str(&format!("warning: {w}\n")));
    expect.assert_eq(&out);
}

const TASK: &str = r#".GaryML version: 1.0
# for the kitchen
.Role: "Cook"
.Include path=../common.garyml
.Include path=../common.garyml
.Context id=stock path=stock.csv
.Context id=code format=go
  ```
  if a < b && c {
  	go()
  }
  ```
.Instructions
  Cook what is in stock.
    Nothing else.
.Documentation title="Kitchen"
  .Section title: Stove
    .boil: "Boils something"
      what: "the thing"
      minutes: 10
.Execute
  .boil
    what: @stock
    with: [salt, @code, @tools]
    also:
      lid: true
  .applyPatch diff=fix input=@nothing
.Diff id=fix format=unified
  """
  --- a/stock.csv
  +++ b/stock.csv
  @@ -1 +1 @@
  -roll
  +bun
  """
.OutputFormat: @style
"#;

const FILES: &[(&str, &str)] = &[
    ("common.garyml", ".Include path=a/task.garyml\n.Context id=style\n  Short words.\n"),
    ("a/stock.csv", "roll,4\n"),
    (".garyml", ".Context id=tools\n  knife\n.Context id=unused\n  x\n"),
];

#[test]
fn as_xml() {
    check(
        TASK,
        FILES,
        PromptFormat::Xml,
        expect![[r#"
            <prompt version="1.0">
            <context id="tools">knife</context>
            <role>Cook</role>
            <context id="style">Short words.</context>
            <context id="stock" path="stock.csv">roll,4</context>
            <context id="code" format="go">
            <![CDATA[if a < b && c {
            	go()
            }]]>
            </context>
            <instructions>
            Cook what is in stock.
              Nothing else.
            </instructions>
            <documentation title="Kitchen">
            <section title="Stove">
            <definition name="boil">
            Boils something
            <param name="what">the thing</param>
            <param name="minutes">10</param>
            </definition>
            </section>
            </documentation>
            <execute>
            <command name="boil">
            <param name="what" ref="stock"/>
            <param name="with">
            <item>salt</item>
            <item ref="code"/>
            <item ref="tools"/>
            </param>
            <param name="also">
            <param name="lid">true</param>
            </param>
            </command>
            <command name="applyPatch">
            <param name="diff" ref="fix"/>
            <param name="input" ref="nothing"/>
            </command>
            </execute>
            <diff id="fix" format="unified">
            --- a/stock.csv
            +++ b/stock.csv
            @@ -1 +1 @@
            -roll
            +bun
            </diff>
            <output_format><ref id="style"/></output_format>
            </prompt>
            warning: undefined reference @nothing: no block has this id
        "#]],
    );
}

#[test]
fn as_markdown() {
    let expected = expect![[r##"
            # Context: tools

            ```
            knife
            ```

            # Role

            Cook

            # Context: style

            ```
            Short words.
            ```

            # Context: stock

            *path: stock.csv*

            ```csv
            roll,4
            ```

            # Context: code

            *format: go*

            ```go
            if a < b && c {
            	go()
            }
            ```

            # Instructions

            Cook what is in stock.
              Nothing else.

            # Documentation: Kitchen

            ## Stove

            - `.boil`: Boils something
              - what: the thing
              - minutes: 10

            # Execute

            - `.boil`
              - what: see "stock"
              - with: salt, see "code", see "tools"
              - also:
                - lid: true
            - `.applyPatch`
              - diff: see "fix"
              - input: see "nothing"

            # Diff: fix

            *format: unified*

            ```diff
            --- a/stock.csv
            +++ b/stock.csv
            @@ -1 +1 @@
            -roll
            +bun
            ```

            # Output format

            See "style".
            warning: undefined reference @nothing: no block has this id
        "##]];
    check(TASK, FILES, PromptFormat::Markdown, expected);
}

#[test]
fn missing_files_are_reported() {
    check(
        ".Context id=a path=no.md\n.Include path=no.garyml\n.Context id=b path=no.md\n  there\n",
        &[],
        PromptFormat::Xml,
        expect![[r#"
            <prompt>
            <context id="a" path="no.md"/>
            <context id="b" path="no.md">there</context>
            </prompt>
            warning: "a" is empty: /w/a/no.md: the file does not exist
            warning: an include is omitted: /w/a/no.garyml: the file does not exist
        "#]],
    );
    check("", &[], PromptFormat::Markdown, expect![[""]]);
}

/// The prompt contains the whole document, each context once, and the XML has as many end tags as start tags.
#[test]
fn nothing_is_lost_or_repeated() {
    const WORDS: &[&str] = &[
        "\n.Context id=c1\n  word1\n",
        "\n.Context id=c2 path=f.md\n",
        "\n.Execute\n  .run on=@c1 and=@c2 or=@c3\n",
        "\n  .run\n    k: @c1\n",
        "\n.Plan: @c2\n",
        "\n.Include path=i.garyml\n",
        "\n.Instructions\n  a < b & c ]]> d\n",
        "\n.Examples\n  .Query: \"<q>\"\n",
        "\n.Role: \"x\u{1}y\"\n",
    ];
    let files =
        [("a/f.md", "word2\n"), ("a/i.garyml", ".Context id=c3\n  word3\n.Include path=task.garyml\n")];
    let mut random = agmark_syntax::testing::Random(5);
    for _ in 0..400 {
        let mut text = String::new();
        for _ in 0..random.below(9) {
            let word = WORDS[random.below(WORDS.len())];
            if !(word.contains(".Context") && text.contains(word)) {
                text.push_str(word);
            }
        }
        for format in [PromptFormat::Xml, PromptFormat::Markdown] {
            let made =
                prompt(&text, Path::new("/w/a/task.garyml"), &PromptFiles(&files), format).expect("small");
            let count = |word: &str| made.text.matches(word).count();
            assert_eq!(count("word1"), usize::from(text.contains("word1")), "{text}\n{}", made.text);
            assert_eq!(count("word2"), usize::from(text.contains("f.md")), "{text}\n{}", made.text);
            assert_eq!(count("word3"), usize::from(text.contains("i.garyml")), "{text}\n{}", made.text);
            if format == PromptFormat::Xml {
                let mut plain = made.text.clone();
                while let (Some(a), Some(b)) = (plain.find("<![CDATA["), plain.find("]]>")) {
                    plain.replace_range(a..b + 3, "");
                }
                let closing = plain.matches("</").count() + plain.matches("/>").count();
                assert_eq!(
                    plain.matches('<').count() - plain.matches("</").count(),
                    closing,
                    "{}",
                    made.text
                );
                assert!(!plain.contains(['&', '\u{1}']) || plain.contains("&quot;"), "{}", made.text);
            }
        }
    }
}

/// A folder with a link to itself: `a/x.garyml` is there, and so is `a/b/a/x.garyml`.
#[test]
fn endless_includes_end() {
    struct Endless;

    impl Files for Endless {
        fn read(&self, _: &Path) -> Result<String, String> {
            Ok(TWO.to_owned())
        }

        fn defining(&self, _: &str) -> Vec<PathBuf> {
            Vec::new()
        }

        fn commands(&self) -> Vec<String> {
            Vec::new()
        }

        fn project(&self) -> Vec<PathBuf> {
            Vec::new()
        }
    }

    const TWO: &str = ".Include path=a/x.garyml\n.Include path=b/x.garyml\n.Query: \"why\"\n";
    let made = prompt(TWO, Path::new("/w/x.garyml"), &Endless, PromptFormat::Xml).expect("small enough");
    assert_eq!(made.text.matches("why").count(), 256);
    assert_eq!(made.warnings, ["some includes are omitted: a prompt contains at most 256 documents"]);
}
