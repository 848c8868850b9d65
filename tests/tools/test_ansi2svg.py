import unittest
from xml.etree import ElementTree

from ansi2svg import columns, draw


def texts(picture):
    return [e for e in ElementTree.fromstring(picture).iter() if e.tag.endswith("text")]


class Draw(unittest.TestCase):
    def test_runs_have_their_color_and_their_place(self):
        found = texts(draw("ab \x1b[1;31mred <x>\x1b[0m c\n"))
        self.assertEqual([e.text for e in found], ["ab", "red <x>", "c"])
        self.assertEqual(found[1].get("fill"), "#ff7b72")
        self.assertEqual(found[1].get("font-weight"), "bold")
        self.assertIsNone(found[2].get("fill"))
        self.assertEqual([round((float(e.get("x")) - 14) / 8.4) for e in found], [0, 3, 11])

    def test_colors_of_all_kinds(self):
        found = texts(draw("\x1b[38;5;196ma\x1b[38;2;1;2;3mb\x1b[38;5;240mc\x1b[39md"))
        self.assertEqual([e.get("fill") for e in found], ["#ff0000", "#010203", "#585858", None])

    def test_what_is_behind_the_characters(self):
        picture = draw("a    \x1b[44mb \x1b[0;7mc\x1b[27;48:2::1:2:3md\n")
        behind = [e for e in ElementTree.fromstring(picture).iter() if e.tag.endswith("rect")][1:]
        self.assertEqual([e.get("fill") for e in behind], ["#58a6ff", "#d0d7de", "#010203"])
        self.assertEqual([round((float(e.get("x")) - 14) / 8.4) for e in behind], [5, 7, 8])
        self.assertEqual([e.get("fill") for e in texts(picture)], [None, None, "#0d1117", None])

    def test_a_background_of_its_own_is_that_of_the_picture(self):
        picture = draw("\x1b[48;2;1;2;3mabcd \x1b[44me\n")
        shown = [e.get("fill") for e in ElementTree.fromstring(picture).iter() if e.tag.endswith("rect")]
        self.assertEqual(shown, ["#010203", "#58a6ff"])

    def test_a_curly_line_is_a_line(self):
        found = texts(draw("\x1b[4:3;58:2::255:0:0ma\x1b[4:0mb"))
        self.assertEqual([(e.get("text-decoration"), e.get("font-style")) for e in found], [("underline", None), (None, None)])

    def test_only_some_lines(self):
        found = texts(draw("\x1b[32mone\ntwo\nthree\nfour\n", [(2, 2), (4, None)]))
        self.assertEqual([(e.text, e.get("fill")) for e in found], [("two", "#3fb950"), ("⋮", None), ("four", "#3fb950")])

    def test_other_controls_leave_no_trace(self):
        self.assertEqual([e.text for e in texts(draw("\x1b[2Ka\x1b]0;title\x07b\r\n"))], ["ab"])

    def test_wide_characters_take_two_cells(self):
        self.assertEqual(columns("a東b"), 4)


if __name__ == "__main__":
    unittest.main()
