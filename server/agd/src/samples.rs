//! Random documents for property tests, made of meaningful pieces.

use agmark_syntax::testing::Random;

/// The pieces of documents.
pub const WORDS: &[&str] = &[
    "@p ",
    "@p",
    "@h1 ",
    "@ul ",
    "@ul\n",
    "@ol [#a]\n",
    "@quote\n",
    "@code lang=c\n",
    "@code\n\n",
    "@raw  \n",
    "@table [#t]\n",
    "@x-note ",
    "@x-note\n",
    "@ref #a",
    "@ref ",
    "@include path=a.agd\n",
    "@meta ",
    "@lst\n",
    "@! note\n",
    "@!",
    "- item\n",
    "- ",
    "-",
    "> said\n",
    ">",
    "~~~\n",
    "~~~~\n",
    "~~~ \n",
    "~~~",
    "~~",
    "\n",
    "\n",
    "\n\n",
    "\n\n\n",
    "\r\n",
    "   \n",
    " ",
    "\t",
    "\r",
    "*bold*",
    "_it_",
    "`code`",
    "*",
    "_",
    "[#b]",
    "  [#b:12ab] ",
    "[#c k=\"] v\"]",
    "[#c z=1  a=\"x\" ]",
    "[#",
    "[",
    "]",
    "#",
    "k=v ",
    "k=\"v w\" ",
    "z=\"true\" ",
    "y=5 ",
    "x=a/b ",
    "w=\"a\\\\b\\\"\" ",
    "=",
    "\"",
    "\\",
    "text ",
    "no block\n",
    "東京",
    "\u{feff}",
    "@p a paragraph that is long enough for there to be cuts between paragraphs, at least when several of it follow. [#p]\n",
];

/// Lines that are mostly valid, so that many documents are valid.
const LINES: &[&str] = &[
    "@p One *two* _three_ `four` five.\n",
    "@p",
    "@p snake_case_word and * stars * and _ lines _ [#p]\n",
    "@p  See   @ref   #title, @ref #, x@ref #a_b and @reference.  \n",
    "@p He said \"yes\" [#q k=\"a ] b\" n=5]\n",
    "@p [#a k=\"v [#b \"] z ]\n",
    "@p *x [#a k=\"v [#b \"] z* ]\n",
    "@p *bold [#in] the* middle [#i2]\n",
    "@p `[#c]` *a [#d x=*] _e [#f_] _\n",
    "@p __init__ *a**b* ``x`` é_y_ ×_z_ _w_é\n",
    "@h1 Title [#title]\n",
    "@h2\tTitle   two[#t2:12ab  b=1 a=\"x\"]  \n",
    "@h3 About [#harbour and more\n",
    "@h4 Text [x] [y]\n",
    "@meta title=\"A b\" n=5 s=007 t=true x=a/b e=\"\"\n",
    "@meta b=\"q\\\"\\\\\\x\"a=1[#m]\n",
    "@ul\n- one\n-   *two*   \n-\n- @ref  #title\n",
    "@ol refs=\"#title, other.agd#x\" [#ol]\n- a\n",
    "@quote [#w ]\n> said\n>\n>\tmore _it_\n",
    "@ul\n",
    "@code lang=c [#code]\n~~~\nint x;\n\n~~~\n",
    "@code\n\n  \n~~~~~ \n~~~\n@p not\n~~~~~\t\n",
    "@raw type=html\n~~~\n~~~\n",
    "@table\r\n~~~\r\na,b\r\n1,2\r\n~~~\r\n",
    "@x-note k=v [#note]\n",
    "@x-note\n\n~~~\nbody\n~~~\n",
    "@ref #title [#back]\n",
    "@ref\t#title\n",
    "@include path=a.agd\n",
    "@! a comment  \n",
    "@!\n",
    "\n",
    "\n\n\n",
    "   \n",
    "@p one\n",
    "@h1 東京 [#東]\n",
    "@h1 東京 [#t]\n",
];

/// A document that usually has no errors.
pub fn good(random: &mut Random, lines: usize) -> String {
    let mut text = String::new();
    for number in 0..random.below(lines) {
        let mut line = LINES[random.below(LINES.len())].to_owned();
        if random.below(50) > 0 {
            // Its own ids.
            line = line.replace("[#", &format!("[#b{number}"));
        }
        text.push_str(&line);
        if !line.ends_with('\n') {
            text.push('\n');
        }
    }
    text
}
