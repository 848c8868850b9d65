"""The tools run, on the floor and on documents of a few KB: nothing is measured here."""
import unittest
from xml.etree import ElementTree

import bench
import chart
import documents
import measure
import peers
import programs
from session import Document


class Documents(unittest.TestCase):
    def test_a_document_has_its_size_and_is_the_same_again(self):
        for kind in documents.PARTS:
            text = documents.document(kind, 20_000)
            self.assertAlmostEqual(len(text.encode()), 20_000, delta=1_000)
            self.assertEqual(text, documents.document(kind, 20_000))

    def test_keys_come_and_go(self):
        document = Document("file:///a", "agd", documents.document("agd", 5_000))
        before = list(document.lines)
        for _ in range(40):
            document.key()
        self.assertEqual(document.lines, before)
        self.assertEqual(document.version, 41)


class Floor(unittest.TestCase):
    def test_a_session_with_the_floor(self):
        figures = measure.editing(peers.command("floor"), "agd", "10000", keys=6)
        for key in ("start", "open", "key", "key95", "memory"):
            self.assertGreater(figures[key], 0)

    def test_two_sides_by_turns(self):
        turns = []
        sides = {name: lambda name=name: turns.append(name) or {"start": len(turns)} for name in "ab"}
        figures = bench.rounds(3, sides)
        self.assertEqual(turns, list("abbaab"))
        self.assertEqual(bench.ratios(figures["a"], figures["b"], "start"), (4 / 3, 0.5, 4 / 3))


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


class Chart(unittest.TestCase):
    def test_the_picture_is_sound(self):
        one = {"median": {"start": 3.2, "key": 0.4, "open": 120, "memory": 40, "index": 900, "iteration": 0.5, "python": 50}}
        names = ["start agmark", "start floor", "agd 1m", "anml 1m", "garyml 1m", "py 1m ruff", "index agmark", "index rumdl"]
        names += ["round agmark", "round bare", "python agmark", "python python3"]
        suite = {"figures": {n: one for n in names}, "machine": bench.machine(), "rounds": 5}
        picture = chart.draw(suite)
        bars = [e for e in ElementTree.fromstring(picture).iter() if e.tag.endswith("rect")]
        self.assertEqual(len(bars), 2 + 3 * 4 + 2 + 2 + 2)

    def test_figures_are_short(self):
        self.assertEqual([chart.rounded(v) for v in (0.0312, 0.42, 7.77, 123.4, 4567)], ["0.031", "0.42", "7.8", "123", "4,567"])


if __name__ == "__main__":
    unittest.main()
