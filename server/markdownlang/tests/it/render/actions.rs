//! Control structures, trimming, comments, templates.

use super::check;

#[test]
fn if_shows_what_holds() {
    check(&[
        ("{{ if .yes }}a{{ end }}", "a"),
        ("{{ if .no }}a{{ end }}", ""),
        ("{{ if .no }}a{{ else }}b{{ end }}", "b"),
        ("{{ if .empty }}a{{ else if .zero }}b{{ else if .items }}c{{ else }}d{{ end }}", "c"),
        ("{{ if .zero }}a{{ else }}b{{ end }}", "b"),
        ("{{ if .none }}a{{ else }}b{{ end }}", "b"),
        ("{{ if .void }}a{{ else }}b{{ end }}", "b"),
        ("{{ if .nothing }}a{{ else }}b{{ end }}", "b"),
        ("{{ if .missing }}a{{ else }}b{{ end }}", "b"),
        ("{{ if .map }}a{{ end }}", "a"),
        ("{{ if 0.0 }}a{{ else }}b{{ end }}", "b"),
        ("{{ if $x := .count }}{{ $x }}{{ end }}", "3"),
        ("{{ if $x := .zero }}a{{ else }}{{ $x }}{{ end }}", "0"),
        ("{{ if .yes }}{{ if .no }}a{{ else }}b{{ end }}{{ end }}", "b"),
    ]);
}

#[test]
fn with_moves_the_dot() {
    check(&[
        ("{{ with .user }}{{ .name }}{{ end }}", "Grace"),
        ("{{ with .user }}{{ $.name }}{{ end }}", "ada"),
        ("{{ with .missing }}a{{ else }}{{ .name }}{{ end }}", "ada"),
        ("{{ with .empty }}a{{ else with .user }}{{ .name }}{{ else }}b{{ end }}", "Grace"),
        ("{{ with $u := .user }}{{ $u.name }}{{ end }}", "Grace"),
        ("{{ with $x := \"output\" | printf \"%q\" }}{{ $x }}{{ end }}", "\"output\""),
        ("{{ with \"output\" }}{{ . | printf \"%q\" }}{{ end }}", "\"output\""),
        ("{{ with .user.home }}{{ .city }}{{ end }}{{ .name }}", "Osloada"),
    ]);
}

#[test]
fn range_goes_over_lists_objects_and_integers() {
    check(&[
        ("{{ range .items }}[{{ . }}]{{ end }}", "[tea][salt][rice]"),
        ("{{ range $i, $v := .items }}{{ $i }}={{ $v }} {{ end }}", "0=tea 1=salt 2=rice "),
        ("{{ range $v := .items }}{{ $v }} {{ end }}", "tea salt rice "),
        ("{{ range .map }}{{ . }}{{ end }}", "123"),
        ("{{ range $k, $v := .map }}{{ $k }}{{ $v }}{{ end }}", "a1b2c3"),
        ("{{ range 3 }}{{ . }}{{ end }}", "012"),
        ("{{ range $i := .count }}{{ $i }}{{ end }}", "012"),
        (
            "{{ range $i, $v := .count }}{{ $i }}{{ $v }} {{ end }}",
            "error: `range` over an integer has only one variable: remove this one",
        ),
        ("{{ range 0 }}a{{ else }}b{{ end }}", "b"),
        ("{{ range .none }}a{{ else }}b{{ end }}", "b"),
        ("{{ range .void }}a{{ else }}b{{ end }}", "b"),
        ("{{ range .missing }}a{{ else }}b{{ end }}", "b"),
        ("{{ range .nothing }}a{{ else }}{{ .name }}{{ end }}", "ada"),
        ("{{ range .rows }}{{ .id }}:{{ range .tags }}{{ . }}{{ else }}-{{ end }} {{ end }}", "1:xy 2:- "),
        ("{{ range .items }}{{ if eq . \"salt\" }}{{ break }}{{ end }}{{ . }}{{ end }}", "tea"),
        ("{{ range .items }}{{ if eq . \"salt\" }}{{ continue }}{{ end }}{{ . }} {{ end }}", "tea rice "),
        ("{{ range .grid }}{{ range . }}{{ . }}{{ break }}{{ end }};{{ end }}", "1;3;"),
        ("{{ range $r := .rows }}{{ $r.id }}{{ $.count }}{{ end }}", "1323"),
        ("{{ $s := 0 }}{{ range .numbers }}{{ $s = . }}{{ end }}{{ $s }}", "2"),
        ("{{ range slice .items 1 }}{{ . }}{{ end }}", "saltrice"),
        ("{{ range .rows }}{{ with .tags }}{{ len . }}{{ end }}{{ end }}", "2"),
    ]);
}

#[test]
fn trim_markers_take_blanks() {
    check(&[
        ("a {{- .name }} b", "aada b"),
        ("a {{ .name -}} b", "a adab"),
        ("a\n\n{{- .name -}}\n\nb", "aadab"),
        ("{{23 -}} < {{- 45}}", "23<45"),
        ("a {{-3}} b", "a -3 b"),
        ("a {{- /* x */ -}} b", "ab"),
        ("a {{/* x */}} b", "a  b"),
        ("{{ range .items }}\n{{- . }}\n{{- end }}", "teasaltrice"),
        ("a\n# b\n\n{{- .name }}", "a\n# bada"),
        ("{{ if .yes -}}\n  a\n{{- end }}", "a"),
        ("a \t\r\n {{- \"\" -}} \n b", "ab"),
        ("\u{a0}{{- .name }}", "\u{a0}ada"),
    ]);
}

#[test]
fn templates_call_templates() {
    check(&[
        ("{{ define \"t\" }}[{{ . }}]{{ end }}{{ template \"t\" .name }}", "[ada]"),
        ("{{ template \"t\" .count }}{{ define \"t\" }}{{ . }}{{ end }}", "3"),
        ("{{ define \"t\" }}{{ . }}{{ end }}{{ template \"t\" }}", "<no value>"),
        ("{{ define \"t\" }}{{ $.city }}{{ end }}{{ template \"t\" .user.home }}", "Oslo"),
        ("{{ block \"b\" .user }}{{ .name }}{{ end }}", "Grace"),
        ("{{ block \"b\" .name }}<{{ . }}>{{ end }}{{ template \"b\" .count }}", "<ada><3>"),
        (
            "{{ define \"a\" }}1{{ template \"b\" . }}{{ end }}{{ define \"b\" }}2{{ end }}{{ template \"a\" }}",
            "12",
        ),
        ("{{ define `t` }}x{{ end }}{{ template \"t\" }}", "x"),
        (
            "{{ define \"t\" }}{{ with . }}{{ template \"u\" . }}{{ end }}{{ end }}{{ define \"u\" }}{{ .name }}{{ end }}{{ template \"t\" .user }}",
            "Grace",
        ),
        (
            "{{ define \"list\" }}{{ range . }}{{ . }},{{ end }}{{ end }}{{ template \"list\" .items }}",
            "tea,salt,rice,",
        ),
    ]);
}

#[test]
fn text_stays() {
    check(&[
        ("", ""),
        ("plain { text } }} \n", "plain { text } }} \n"),
        ("# Heading\n\n- {{ .name }}\n", "# Heading\n\n- ada\n"),
        ("```\n{{ .name }}\n```\n", "```\nada\n```\n"),
        ("a\r\n{{ .name }}\r\n", "a\r\nada\r\n"),
        ("{{ if\n.yes\n}}a{{ end }}", "a"),
    ]);
}
