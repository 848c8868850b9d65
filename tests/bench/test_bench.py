"""The tools run, on the floor and on documents of a few KB: nothing is measured here."""
import contextlib
import io
import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

import agent_tasks
import agent_ways
import bench
import chart
import commands
import documents
import editing
import programs
import report
import rows
import servers
import tokens
from session import Document
from wire import Gone


class Documents(unittest.TestCase):
    def test_a_document_has_its_size_and_is_the_same_again(self):
        for kind in documents.PARTS:
            text = documents.document(kind, 20_000)
            self.assertAlmostEqual(len(text.encode()), 20_000, delta=1_500, msg=kind)
            self.assertEqual(text, documents.document(kind, 20_000))

    def test_a_manifest_is_json_with_many_actions(self):
        manifest = json.loads(documents.document("json", 20_000))
        self.assertGreater(len(manifest["actions"]), 20)

    def test_markers_are_in_the_documents(self):
        for markers in (documents.MARKERS, documents.MARKERS_OF_OTHERS):
            for kind, both in markers.items():
                text = documents.document(kind, 20_000)
                for marker in both:
                    self.assertIn(marker, text, kind)

    def test_nasty_documents_have_nasty_characters(self):
        self.assertNotIn("\r", documents.document("agd", 5_000))
        crlf = documents.document("agd", 5_000, "crlf")
        self.assertEqual(crlf.count("\r\n"), crlf.count("\n") - 1)
        self.assertIn("👩‍🍳", documents.document("agd", 5_000, "emoji"))

    def test_keys_come_and_go(self):
        for kind, flavor in (("agd", "plain"), ("agd", "crlf"), ("html", "emoji")):
            for whole in (False, True):
                document = Document("file:///a", kind, documents.document(kind, 5_000, flavor), whole=whole)
                before = list(document.lines)
                for _ in range(40):
                    document.key()
                self.assertEqual(document.lines, before)
                self.assertEqual(document.version, 41)

    def test_places_are_counted_in_utf16(self):
        document = Document("file:///a", "agd", "🥖 @ref #a\nno\n@ref #b\n")
        expected = [{"line": 0, "character": 9}, {"line": 2, "character": 6}]
        self.assertEqual(document.places("@ref #", 5), expected)


class Floor(unittest.TestCase):
    def test_a_session_with_the_floor(self):
        with mock.patch.dict(documents.SIZES, {"tiny": 10_000}):
            figures = editing.editing(servers.server("floor"), "agd", "tiny", features=True, keys=6, seconds=1)
        for key in ("start", "open", "key", "key 95", "memory", "burst"):
            self.assertGreater(figures[key], 0)
        # It offers no hover, so there is no figure to compare with.
        self.assertNotIn("hover", figures)

    def test_what_a_server_starts_ends_with_it(self):
        place = editing.folder()
        with place as folder:
            pid = os.path.join(folder, "pid")
            script = f"sleep 1000 & echo $! >{pid}; exec {servers.floor()}"
            session = editing.Session(servers.Server("x", ["sh", "-c", script]), folder)
            session.close()
            with open(pid, encoding="utf-8") as file:
                started = int(file.read())
            # Whoever adopts it collects it a little later.
            state = subprocess.run(["ps", "-o", "stat=", "-p", str(started)], capture_output=True, text=True, check=False)
            self.assertIn(state.stdout.strip()[:1], ("", "Z"))


class Turns(unittest.TestCase):
    def test_sides_run_by_turns_and_a_side_that_fails_is_left_out(self):
        turns, failed = [], {}

        def gone():
            turns.append("x")
            raise Gone("it ended")

        sides = {name: lambda name=name: turns.append(name) or {"start": len(turns)} for name in "ab"}
        with contextlib.redirect_stderr(io.StringIO()):
            figures = bench.by_turns(3, {**sides, "x": gone}, failed)
        self.assertEqual(turns, list("abxbaab"))
        self.assertEqual((list(figures), failed), (["a", "b"], {"x": "Gone: it ended"}))

    def test_a_row_is_compared_with_the_best(self):
        figures = {"us": [{"key": 2}, {"key": 4}, {"key": 3}], "y": [{"key": 9}] * 3, "x": [{"key": 6}, {"key": 4}, {"key": 6}]}
        one = rows.Row("key", "a key", "key", "ms", "us", {"X": "x", "Y": "y", "Z": "z"}, 0.4)
        row = bench.compared(one, figures)
        self.assertEqual((row["best"], row["ratio"], row["range"]), ("X", 0.5, [2 / 6, 1.0]))
        self.assertEqual(row["others"], {"X": 6, "Y": 9})
        self.assertIs(bench.reached(row), False)
        self.assertIs(bench.reached({**row, "more": True}), True)
        self.assertIsNone(bench.reached(bench.compared(one, {})))


class Rows(unittest.TestCase):
    def test_rows_have_ids_of_their_own_and_sides_that_are_measured(self):
        for options in (rows.Options(["100k", "1m", "10m"]), rows.Options(["100k"], True)):
            groups = rows.chosen(options, [])
            ids = [row.id for group in groups for row in group.rows]
            self.assertEqual(len(ids), len(set(ids)))
            sides = {name for group in groups for name in group.sides}
            for group in groups:
                for row in group.rows:
                    self.assertLessEqual({row.ours, *row.others.values()}, sides, row.id)

    def test_some_rows_need_only_their_sides(self):
        (group,) = rows.chosen(rows.Options(["1m"]), ["key-html"])
        self.assertEqual([row.id for row in group.rows], ["key-html-1m"])
        self.assertEqual(sorted(group.sides), ["agmark html 1m", "biome html 1m", "vscode-html html 1m"])

    def test_the_chart_shows_rows_that_there_are(self):
        groups = rows.chosen(rows.Options(["100k", "1m", "10m"]), [])
        ids = {row.id for group in groups for row in group.rows if not row.floor}
        for _, names in chart.GROUPS:
            self.assertLessEqual(set(names), ids)


class Commands(unittest.TestCase):
    def test_a_command_that_fails_says_why(self):
        took, peak = commands.timed(["sleep", "0.1"])
        self.assertGreater(took, 100)
        # Not the memory of this process.
        self.assertTrue(0 < peak < 10, peak)
        with self.assertRaisesRegex(commands.Failed, "sh 3: no such thing"):
            commands.timed(["sh", "-c", "echo no such thing; exit 3"])

    def test_reading_a_snapshot_has_a_speed(self):
        with mock.patch.dict(documents.SIZES, {"tiny": 10_000}):
            self.assertGreater(commands.viewing(["cat"], "tiny")["view"], 0)


class Programs(unittest.TestCase):
    def test_a_bare_request_is_heard_and_answered(self):
        figures = programs.asking([10, 70_000, 0])
        self.assertGreater(figures["iteration"], 0)
        with programs.place() as folder, programs.model(folder, [programs.fit()]) as (port, log):
            with programs.socket.create_connection(("127.0.0.1", port)) as connection:
                connection.sendall(b"POST / HTTP/1.1\r\ncontent-length: 3\r\n\r\nabc")
                programs.reply(connection)
            with open(log, encoding="utf-8") as file:
                self.assertEqual(file.read(), "3\n")

    def test_a_program_that_does_not_run_says_why(self):
        with self.assertRaisesRegex(programs.Failed, "0 requests"):
            programs.run("/bin/false", [programs.fit()])


class Report(unittest.TestCase):
    def results(self):
        groups = rows.chosen(rows.Options(["1m"]), [])
        figures = {}
        for group in groups:
            for number, row in enumerate(group.rows):
                for place, side in enumerate([row.ours, *row.others.values()]):
                    one = figures.setdefault(side, [{}, {}])
                    for round_number in range(2):
                        one[round_number][row.figure] = (number + 1) * (place + 1) + round_number
        found = [bench.compared(row, figures) for group in groups for row in group.rows]
        for row in found:
            row["reached"] = bench.reached(row)
        return {
            "rows": found, "failed": {"yaml yaml 1m": "Silence"}, "rounds": 2, "machine": bench.machine(), "minutes": 1,
            "versions": servers.PIP,
        }

    def test_tables_have_all_rows(self):
        text = report.write(self.results())
        self.assertIn("| AGD, 1 MB: key to diagnostics |", text)
        self.assertIn("- yaml yaml 1m: Silence\n", text)
        table = [line for line in text.splitlines() if line.startswith("|")]
        self.assertEqual({line.count("|") for line in table}, {7})
        self.assertRegex(text, r"Machine: \d+ cores, [\d.]+ GB, Linux ")

    def test_the_chart_is_sound_and_begins_with_the_best_peer(self):
        for theme in chart.THEMES:
            picture = ElementTree.fromstring(chart.draw(self.results(), theme))
            kinds = [e.get("class") for e in picture.iter() if e.tag.endswith("rect")]
            self.assertEqual(kinds.count("ours"), 1 + 3 + 1 + 1 + 3 + 3 + 1)
        values = [value for _, value, ours in chart.bars(["start"], {r["id"]: r for r in self.results()["rows"]}) if not ours]
        self.assertEqual(values, sorted(values))

    def test_figures_are_short(self):
        found = [report.short(v) for v in (0.0312, 0.42, 7.77, 123.4, 4567)]
        self.assertEqual(found, ["0.031", "0.42", "7.8", "123", "4,567"])

    def test_the_page_says_how_to_repeat_it(self):
        with open(os.path.join(servers.HERE, "README.md"), encoding="utf-8") as file:
            readme = file.read()
        known = subprocess.run(["bash", os.path.join(servers.HERE, "run"), "--help"], capture_output=True, text=True, check=True)
        for option in set(re.findall(r"--[a-z]+", readme)) - {"--release"}:
            self.assertIn(option, known.stdout)


class Agents(unittest.TestCase):
    def test_a_task_is_done_with_plain_files(self):
        for task in agent_tasks.TASKS[1:]:
            with tempfile.TemporaryDirectory() as folder:
                task.make(Path(folder))
                way = agent_ways.PlainFiles("", Path(folder))
                found = task.ways["PlainFiles"](way)
                self.assertTrue(task.check(Path(folder), found), task.title)
                self.assertEqual(len(way.wrote), len(way.read))

    def test_the_table_says_where_a_goal_is_missed(self):
        row = {"Mcp": [10, 20, 40], "MemoryTools": [20, 25, 0], "PlainFiles": [100, 900, 0]}
        rows = [row] * len(agent_tasks.TASKS)
        self.assertIn("| 10 + 20 | 40 | – | 20 + 25 | 100 + 900 | 3.0% | 67% |", tokens.table(rows, 1234))
        missed = tokens.missed(rows)
        self.assertEqual((len(missed), "67% of MemoryTools, goal 50%" in missed[0]), (len(rows), True))


if __name__ == "__main__":
    unittest.main()
