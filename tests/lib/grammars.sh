# Checks of the grammars. They work on copies: the tree of the project stays as it is.

# parser_is_current CLI GRAMMAR: whether the committed parser is what the CLI makes of the grammar.
parser_is_current() {
    local cli=$1 grammar=$2 source="tree-sitter-grammars/$2" copy="$scratch/grammars/$2" file good=0
    rm -rf "$copy"
    mkdir -p "$copy"
    cp -r "$source/." "$copy/"
    if ! (cd "$copy" && timeout 300 "$cli" generate); then
        echo "not ok: $grammar: grammar.js gives no parser"
        return 1
    fi
    for file in parser.c grammar.json node-types.json tree_sitter/parser.h; do
        if ! diff --brief "$source/src/$file" "$copy/src/$file"; then
            echo "not ok: $grammar: src/$file is not what grammar.js gives; run \`tree-sitter generate\` in $source"
            good=1
        fi
    done
    [ $good -eq 0 ] && echo "ok: $grammar: the parser is current"
    return $good
}

# corpus_is_read CLI GRAMMAR: whether the grammar gives the trees that its corpus shows.
corpus_is_read() {
    local cli=$1 grammar=$2
    if (cd "$scratch/grammars/$grammar" &&
        TREE_SITTER_DIR="$scratch/tree-sitter" TREE_SITTER_LIBDIR="$scratch/tree-sitter-lib" "$cli" test); then
        echo "ok: $grammar: the corpus"
    else
        echo "not ok: $grammar: the corpus"
        return 1
    fi
}
