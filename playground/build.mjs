// Builds the page: node build.mjs OUTPUT [SERVER.wasm]. Without the module, only the page is built. The table of tokens
// lies beside the module.

import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const [output, module] = process.argv.slice(2);
const demo = join(process.env.AGMARK_ROOT ?? join(here, ".."), "server/agmark/demo");

/** The texts of the examples by their names. Most are those of `agmark demo`. */
function texts() {
  const own = join(here, "examples");
  const paths = [
    ...readdirSync(demo).filter((name) => name.includes(".")).map((name) => join(demo, name)),
    join(demo, "site/register.html"),
    ...readdirSync(own).map((name) => join(own, name)),
  ];
  return Object.fromEntries(paths.map((path) => [basename(path), readFileSync(path, "utf8")]));
}

const examples = {
  name: "examples",
  setup(build) {
    build.onResolve({ filter: /^examples$/ }, () => ({ path: "examples", namespace: "examples" }));
    build.onLoad({ filter: /.*/, namespace: "examples" }, () => ({
      contents: `export const texts = ${JSON.stringify(texts())};`,
    }));
  },
};

mkdirSync(output, { recursive: true });
await build({
  entryPoints: { playground: join(here, "src/main.js"), worker: join(here, "src/worker.js") },
  outdir: output,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "linked",
  plugins: [examples],
  logLevel: "warning",
});
for (const name of ["index.html", "playground.css"]) copyFileSync(join(here, name), join(output, name));
if (module) {
  copyFileSync(module, join(output, "server.wasm"));
  copyFileSync(join(dirname(module), "tokens.bin"), join(output, "tokens.bin"));
}
