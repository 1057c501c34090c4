// Bundles the front end into the Python package: one ES module and one style sheet, loaded by anywidget.
// `node build/bundle.mjs` minifies for a release; `--dev` keeps names and adds an inline source map.
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "../../bulge_widget/widget/static");
const dev = process.argv.includes("--dev");
const LIMIT_KB = 150; // the bundle is stored once per widget in a saved notebook

// The licence of the d3 modules asks that its text go with every copy.
const licence = readFileSync(join(here, "../node_modules/d3-zoom/LICENSE"), "utf8").trim();

await build({
  banner: { js: `/*! d3-zoom, d3-selection, d3-drag, d3-dispatch. ${licence} */` },
  entryPoints: { board: join(here, "../src/widget.ts") },
  outdir: target,
  bundle: true,
  format: "esm",
  target: "es2022",
  alias: { "d3-transition": join(here, "no-transition.mjs"), "d3-interpolate": join(here, "no-transition.mjs") },
  minify: !dev,
  sourcemap: dev ? "inline" : false,
  legalComments: "none",
});
await build({
  entryPoints: { board: join(here, "../src/style/board.css") },
  outdir: target,
  bundle: true,
  minify: !dev,
});

const kB = statSync(join(target, "board.js")).size / 1000;
const css = statSync(join(target, "board.css")).size / 1000;
console.log(`board.js ${kB.toFixed(1)} kB, board.css ${css.toFixed(1)} kB`);
if (!dev && kB > LIMIT_KB) {
  console.error(`board.js is over its limit of ${LIMIT_KB} kB`);
  process.exit(1);
}
