"""The pictures in the README: both versions, no higher than a screen, and of what the demo's files say."""
import os
import re
import unittest
from xml.etree import ElementTree

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PICTURES = ["check", "demo"]
MOST_LINES = 40


def lines(name):
    """The lines of a picture of a terminal."""
    found = {}
    for element in ElementTree.parse(os.path.join(ROOT, "docs", name)).iter():
        if element.tag.endswith("}text"):
            found.setdefault(float(element.get("y")), []).append(element.text.replace("\u00a0", " "))
    return [found[y] for y in sorted(found)]


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


class Pictures(unittest.TestCase):
    def test_the_readme_has_both_versions_of_each(self):
        readme = read("README.md")
        for name in [*PICTURES, "bench"]:
            dark, light = f"docs/{name}-dark.svg", f"docs/{name}-light.svg"
            shown = rf'<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="{dark}">\s*<img [^>]*src="{light}"'
            self.assertRegex(readme, shown)
            alt = re.search(rf'alt="([^"]*)" src="{light}"', readme)
            self.assertTrue(alt and len(alt[1]) > 20, f"{name} needs words for those who do not see it")

    def test_versions_differ_only_in_colors(self):
        for name in PICTURES:
            self.assertEqual(lines(f"{name}-dark.svg"), lines(f"{name}-light.svg"))
            self.assertNotEqual(read("docs", f"{name}-dark.svg"), read("docs", f"{name}-light.svg"))

    def test_they_fit_a_screen(self):
        for name in PICTURES:
            self.assertIn(len(lines(f"{name}-dark.svg")), range(15, MOST_LINES + 1), name)

    def test_the_document_is_the_one_of_the_demo(self):
        document = read("server", "agmark", "demo", "plan.agd")
        shown = [line[-1] for line in lines("check-dark.svg") if re.fullmatch(r"\d+", line[0]) and len(line) > 2]
        self.assertGreater(len(shown), 8)
        for line in shown:
            self.assertIn(line.rstrip("…"), document)


if __name__ == "__main__":
    unittest.main()
