// NATO unit symbols: reads the drawing instructions of milsymbol (MIT) and keeps the bare paths, so that
// neither the browser nor Python needs the 865 kB library. Output: bulge_widget/scene/symbols.json,
// {type: [{d, fill}]} in the view box 25 50 150 100; run again only when a type is added.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ms from "milsymbol";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "../../bulge_widget/scene/symbols.json");

const SIDC = {
  infantry: "10031000001211000000",
  armor: "10031000001205000000",
  mechanized: "10031000001211020000",
  motorized: "10031000001211040000",
  cavalry: "10031000001213000000",
  "armored-cavalry": "10031000001205010000",
  airborne: "10031000001211000001",
  mountain: "10031000001211000027",
  engineer: "10031000001407000000",
  artillery: "10031000001303000000",
  "rocket-artillery": "10031000001303004100",
  "sp-artillery": "10031000001303010000",
  "anti-tank": "10031000001204000000",
  air: "10031000001208000000",
};

const PLUS = { d: "M148,58 L148,82 M136,70 L160,70", fill: false };

// milsymbol draws no glider wing and no dagger; a flat bar with raised tips reads at 30 px, unlike the
// gull wing of the airborne, and a dagger says commando without letters.
const OWN = {
  glider: { base: "infantry", own: [{ d: "M62,132 L74,141 L126,141 L138,132", fill: false }] },
  commando: {
    own: [
      { d: "M100,60 L106,72 L106,110 L94,110 L94,72 Z", fill: true },
      { d: "M82,113 L118,113", fill: false },
      { d: "M100,115 L100,138", fill: false },
    ],
  },
  headquarters: { own: [{ d: "M25,76 L175,76", fill: false }] },
  // The funnel of fuel depots.
  fuel: { own: [{ d: "M66,72 L134,72 L100,104 Z", fill: true }, { d: "M100,100 L100,132", fill: false }] },
  garrison: { base: "infantry", own: [{ d: "M72,50 L72,62 L88,62 L88,50 M112,50 L112,62 L128,62 L128,50", fill: false }] },
  "infantry-replacement": { base: "infantry", own: [PLUS] },
  "armor-replacement": { base: "armor", own: [PLUS] },
};

// Chits that stand for something drawn already.
const SAME = {
  "air-mission": "air",
  "airborne-infantry": "airborne",
  "captured-fuel": "fuel",
  "task-force": "mechanized",
  "command-staff": "headquarters",
  "von-der-heydte": "airborne",
  "arriving-regiment": "infantry",
  "rebuild-infantry": "infantry-replacement",
  "rebuild-armor": "armor-replacement",
  "bid-fuel": "fuel",
  bodenplatte: "air",
};

function bare(sidc) {
  const symbol = new ms.Symbol(sidc, { frame: false, fill: false });
  if (!symbol.isValid(true).icon) throw new Error(`milsymbol knows no icon for ${sidc}`);
  return collect(symbol.drawInstructions).map(({ d, fill }) => ({ d: tidy(d), fill: fill && !isLines(d) }));
}

function collect(list) {
  const found = [];
  for (const item of list.flat(9)) {
    if (!item || typeof item !== "object") continue;
    if (item.type === "path") found.push({ d: item.d, fill: !isOff(item.fill) });
    else if (item.type === "circle") found.push({ d: circle(item), fill: !isOff(item.fill) });
    else if (item.draw) found.push(...collect(item.draw));
    else throw new Error(`unexpected drawing instruction ${JSON.stringify(item)}`);
  }
  return found;
}

// milsymbol fills plain strokes too; a renderer that fills them pays for nothing.
const isLines = (d) => /^(\s*M[\d.]+,[\d.]+\s*L[\d.]+,[\d.]+)+\s*$/.test(d);

const isOff = (fill) => fill === undefined || fill === false || fill === "none";

function circle({ cx, cy, r }) {
  return `M${cx - r},${cy} a${r},${r} 0 1,0 ${2 * r},0 a${r},${r} 0 1,0 ${-2 * r},0`;
}

const tidy = (d) => d.replace(/\s+/g, " ").replace(/(\.\d{2})\d+/g, "$1").trim();

const symbols = {};
for (const [type, sidc] of Object.entries(SIDC)) symbols[type] = bare(sidc);
for (const [type, { base, own }] of Object.entries(OWN)) symbols[type] = [...(base ? symbols[base] : []), ...own];
for (const [type, other] of Object.entries(SAME)) symbols[type] = symbols[other];

const lines = Object.entries(symbols).map(([type, paths]) => `  ${JSON.stringify(type)}: ${JSON.stringify(paths)}`);
writeFileSync(out, `{\n${lines.join(",\n")}\n}\n`);
console.log(`${lines.length} symbols`);
