//! Front matter.

use super::{Fault, check, with_front};

const FAULTS: &[Fault] = &[
    (
        "bad-name",
        "invalid program name: only letters, digits, \"_\" and \"-\" are allowed, not ' '",
        "name: «a plan»\ndescription: d\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "bad-name",
        "\"python\" is the name of the built-in tool: choose another name",
        "name: «python»\ndescription: d\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "bad-name",
        "names that start with \"mcp__\" are tools of servers: choose another name",
        "name: «mcp__x»\ndescription: d\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "wrong-type",
        "\"description\" is an integer: write a string",
        "name: p\ndescription: «3»\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "unknown-key",
        "unknown key \"modle\" of the program: did you mean \"model\"?",
        "name: p\ndescription: d\n«modle»: x\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "wrong-type",
        "\"input\" is a string: write a JSON Schema as a mapping",
        "name: p\ndescription: d\ninput: «text»\noutput: { type: object }",
    ),
    (
        "wrong-type",
        "\"imports\" is a string: write a list of paths, [./other.md]",
        "name: p\ndescription: d\nimports: «./a.md»\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "reserved-import",
        "\"stdlib:\" is reserved for a future standard library: write the path of a .md file",
        "name: p\ndescription: d\nimports: [«stdlib:json»]\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "duplicate-key",
        "the key \"description\" is given twice: keep one",
        "name: p\ndescription: d\n«description»: e\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "empty-value",
        "\"description\" is empty: write a value, or remove the key",
        "name: p\ndescription: «' '»\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "empty-value",
        "\"model\" is empty: write a value, or remove the key",
        "name: p\ndescription: d\nmodel: «\"\"»\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "unused-server-key",
        "\"env\" has no effect without \"command\": remove it",
        "name: p\ndescription: d\nmcp_servers: [{ name: a, url: \"http://x/\", «env»: { A: b } }]\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "literal-token",
        "the token of \"authorization\" is written in the file: put it into an environment variable and write \"${NAME}\"",
        "name: p\ndescription: d\nmcp_servers: [{ name: a, url: \"http://x/\", headers: { authorization: «secret» } }]\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "wrong-type",
        "\"headers\" is a list: write a mapping of headers to strings",
        "name: p\ndescription: d\nmcp_servers: [{ name: a, url: \"http://x/\", headers: «[x]» }]\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "server-transport",
        "the server has neither \"command\" nor \"url\": write one of them",
        "name: p\ndescription: d\nmcp_servers: [«{ name: a }»]\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "server-transport",
        "a server must have \"command\" or \"url\", not both: remove one",
        "name: p\ndescription: d\nmcp_servers: [{ name: a, command: b, «url»: 'http://a.example' }]\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "bad-server-name",
        "invalid server name: only letters, digits, \"_\" and \"-\" are allowed, not ' '",
        "name: p\ndescription: d\nmcp_servers: [{ name: «a b», command: b }]\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "duplicate-server",
        "server \"a\" is already defined on line 4",
        "name: p\ndescription: d\nmcp_servers: [{ name: a, command: b }, { name: «a», command: c }]\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "bad-url",
        "invalid server address \"ftp://a.example\": it must start with \"http://\" or \"https://\"",
        "name: p\ndescription: d\nmcp_servers: [{ name: a, url: '«ftp://a.example»' }]\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "unknown-key",
        "unknown key \"arg\" of a server: did you mean \"args\"?",
        "name: p\ndescription: d\nmcp_servers: [{ name: a, command: b, «arg»: [] }]\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "wrong-type",
        "\"args\" is a string: write a list of strings",
        "name: p\ndescription: d\nmcp_servers: [{ name: a, command: b, args: «x» }]\ninput: { type: object }\noutput: { type: object }",
    ),
    (
        "wrong-type",
        "\"disabled\" is a string: write true or false",
        "name: p\ndescription: d\nmcp_servers: [{ name: a, command: b, disabled: «maybe» }]\ninput: { type: object }\noutput: { type: object }",
    ),
];

#[test]
fn front() {
    check(FAULTS, with_front);
}
