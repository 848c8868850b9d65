"""The page CONTRIBUTING.md fits the project, without compiling anything. `bash tests/run contributing` compiles."""
import tempfile
import unittest
from pathlib import Path

import follow


class Steps(unittest.TestCase):
    def test_a_rule_is_added_by_the_steps_of_the_page(self):
        with tempfile.TemporaryDirectory() as folder:
            commands = follow.rule(follow.copy(Path(folder)))
        self.assertIn("cargo nextest run --workspace -E 'package(agd) & test(rules::)'", commands)

    def test_a_format_is_added_by_the_steps_of_the_page(self):
        with tempfile.TemporaryDirectory() as folder:
            changed = follow.format_(follow.copy(Path(folder)))
        self.assertIn("server/formats/src/lib.rs", changed)
        self.assertLess(len(changed), 25)

    def test_a_page_that_does_not_fit_is_told(self):
        with self.assertRaisesRegex(follow.Differs, "no section"):
            follow.section("Add a planet")


if __name__ == "__main__":
    unittest.main()
