# count LOG CODE: prints how many tests passed and failed, as the log of a part tells. A part that tells nothing
# is one test; one that failed without naming a failed test has one.
count() {
    local log=$1 code=$2 plain
    plain=$(sed 's/\x1b\[[0-9;]*m//g' "$log")
    awk -v code="$code" '
        # cargo nextest:  Summary [  12.3s] 250 tests run: 248 passed (1 slow), 2 failed, 0 skipped
        /^ *Summary \[/ { add($0, "passed", "failed"); next }
        # cargo test:     test result: ok. 12 passed; 0 failed; …
        /^test result: / { add($0, "passed", "failed"); next }
        # our own scripts: 12 passed, 0 failed
        /^[0-9]+ passed, [0-9]+ failed$/ { add($0, "passed", "failed"); next }
        # the checks of the grammars
        /^ok: / { good++; told = 1 }
        /^not ok: / { bad++; told = 1 }
        # the unittest module of Python:  Ran 12 tests in 0.1s … FAILED (failures=1, errors=2)
        /^Ran [0-9]+ tests? in / { good += $2; told = 1 }
        /^FAILED \(/ { n = tagged($0, "failures=") + tagged($0, "errors="); bad += n; good -= n }
        function add(line, yes, no) { told = 1; good += before(line, yes); bad += before(line, no) }
        function before(line, word,   m) {
            return match(line, "[0-9]+ " word) ? substr(line, RSTART, RLENGTH) + 0 : 0
        }
        function tagged(line, word) {
            return match(line, word "[0-9]+") ? substr(line, RSTART + length(word), RLENGTH - length(word)) + 0 : 0
        }
        END {
            if (!told) good = (code == 0)
            if (code != 0 && bad == 0) bad = 1
            print good + 0, bad + 0
        }' <<<"$plain"
}
