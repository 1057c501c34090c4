// Two tiny boards, written by hand: nine areas and a field of hexes. Not a real map and not a real game; they
// show everything the scene format can say.
import symbols from "../../bulge_widget/scene/symbols.json" with { type: "json" };
import tokens from "./tokens.json" with { type: "json" };

const W = 620;
const H = 470;

// Nine areas between bent border lines; `bend` is shared by the two neighbours, so they fit.
function grid() {
  const xs = [20, 215, 420, 600];
  const ys = [20, 165, 320, 450];
  const node = (c, r) => [xs[c] + (c % 3 ? 14 * Math.sin(r * 2.1 + c) : 0), ys[r] + (r % 3 ? 12 * Math.cos(c * 1.7 + r) : 0)];
  const side = ([ax, ay], [bx, by], seed) => {
    const points = [];
    for (let i = 1; i < 12; i++) {
      const t = i / 12;
      const wave = seed === null ? 0 : Math.sin(t * 9 + seed) * 5 * Math.sin(Math.PI * t);
      const [nx, ny] = [-(by - ay), bx - ax].map((n) => n / Math.hypot(bx - ax, by - ay));
      points.push([ax + (bx - ax) * t + nx * wave, ay + (by - ay) * t + ny * wave]);
    }
    return [[ax, ay], ...points, [bx, by]];
  };
  const across = (c, r) => side(node(c, r), node(c + 1, r), r % 3 ? c * 3 + r : null);
  const down = (c, r) => side(node(c, r), node(c, r + 1), c % 3 ? c + r * 5 : null);
  return { across, down };
}

const path = (points, close) => `M${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L")}${close ? "Z" : ""}`;

const NAMES = ["Ashford", "Birkenau Ridge", "Cold Mill", "Dorrel", "Elmen", "Furth", "Garrow", "Hallen", "Irmsbach"];

export function areas() {
  const { across, down } = grid();
  const spaces = NAMES.map((name, i) => {
    const [c, r] = [i % 3, Math.floor(i / 3)];
    const ring = [...across(c, r), ...down(c + 1, r), ...across(c, r + 1).reverse(), ...down(c, r).reverse()];
    const [x, y] = [105 + c * 200 + (r % 2) * 14, 84 + r * 148];
    const slots = [[x + 34, y + 34], [x - 6, y + 44], [x + 58, y - 8], [x - 44, y + 34]];
    return { id: name.toLowerCase().replace(/ /g, "-"), index: i, name, d: path(ring, true), x, y, slots, say: `${name}, area ${i + 1}, ${i === 1 ? "forest" : "open"}` };
  });
  const borders = [across(0, 1), across(1, 1), across(2, 1), down(1, 0), down(1, 1), down(1, 2), across(0, 2), across(1, 2), across(2, 2)];
  const river = [...down(2, 0), ...down(2, 1), ...down(2, 2)];
  const frame = path([[20, 20], [600, 20], [600, 450], [20, 450]], true);
  const road = (a, b) => path([[spaces[a].x, spaces[a].y], [(spaces[a].x + spaces[b].x) / 2 + 6, (spaces[a].y + spaces[b].y) / 2 - 5], [spaces[b].x, spaces[b].y]]);
  const ground = {
    id: "sample-areas", title: "Nine areas", kind: "areas", size: [W, H], tokens, symbols,
    shapes: [
      { layer: "land", d: frame, paints: [{ fill: "land" }] },
      { layer: "woods", d: "M250,40C300,20 380,40 390,90C396,140 330,150 280,140C230,130 220,60 250,40Z M60,360C100,330 170,350 180,390C180,430 100,440 70,420C44,400 40,380 60,360Z", paints: [{ fill: "woods", opacity: 0.9 }, { pattern: "trees", opacity: 0.75 }] },
      { layer: "borders", d: borders.map((line) => path(line)).join(" "), paints: [{ stroke: "border-glow", width: [4.4, 2.6, 7], opacity: 0.55 }, { stroke: "border", width: [1.5, 1.1, 2.4], opacity: 0.85 }] },
      { layer: "water", d: path(river), paints: [{ stroke: "river-edge", width: [6.6, 4, 9] }, { stroke: "river", width: [4.4, 2.6, 6.5] }] },
      { layer: "roads", d: [[0, 1], [1, 2], [3, 4], [4, 5], [1, 4], [4, 7], [7, 8]].map(([a, b]) => road(a, b)).join(" "), paints: [{ stroke: "road-edge", width: [4, 2.8, 6] }, { stroke: "road", width: [2.3, 1.5, 3.6] }] },
      { layer: "frame", d: frame, paints: [{ stroke: "frame", width: [2.6, 1.8, 4] }] },
    ],
    shade: null,
    patterns: { trees: { size: [27, 27], marks: [{ d: "M5,4l4,8h-8z M18,15l4,8h-8z", fill: "trees" }] } },
    labels: [
      ...spaces.map(({ name, x, y }) => ({ text: name, x, y, cls: "place", px: 12, rank: 0, from: 0, anchor: "middle", dx: 0, dy: -15 })),
      { text: "Wend", x: 424, y: 240, cls: "river", px: 11, rank: 3, from: 0, anchor: "middle", dx: 0, dy: -6, angle: 82, layer: "names" },
      { text: "Karrow", x: 330, y: 100, cls: "town", px: 9.5, rank: 6, from: 1, anchor: "start", dx: 5, dy: 3 },
    ],
    badges: [
      ...spaces.map(({ x, y }, i) => ({ x, y, kind: "town", text: String(i + 1) })),
      ...spaces.filter((_, i) => i % 2 === 0).map(({ x, y }, i) => ({ x, y: y + 16, kind: "vp", text: String((i % 4) + 1), layer: "values" })),
      { x: 612, y: 90, kind: "entry", text: "A", angle: 180 }, { x: 118, y: 462, kind: "entry", text: "B", angle: -90 },
      { x: 520, y: 400, kind: "fort" },
    ],
    spaces: { areas: spaces },
    neighbours: NAMES.map((_, i) => [i % 3 < 2 && i + 1, i < 6 && i + 3].filter((n) => n !== false)),
    piece: { size: 37, style: "counter" },
    layers: [{ id: "woods", label: "Woods", on: true }, { id: "water", label: "Rivers", on: true }, { id: "roads", label: "Roads", on: true }, { id: "values", label: "Victory values", on: true }, { id: "control", label: "Control", on: true }],
    fit: [5, 5, 630, 475], front: [180, 5, 630, 475],
    credit: "Drawn by hand for the tests.", notice: "Not a real place.",
  };
  return { ground, ...position(spaces.map((space) => space.id), "Elmen") };
}

export function hexes(cols = 12, rows = 8) {
  const R = 30;
  const ids = [];
  const xy = [];
  for (let c = 0; c < cols; c++) {
    for (let r = 0; r < rows; r++) {
      ids.push(`${String(c + 1).padStart(2, "0")}${String(r + 1).padStart(2, "0")}`);
      xy.push(50 + c * R * 1.5, 50 + r * R * 1.732 + (c % 2) * R * 0.866);
    }
  }
  const corner = Array.from({ length: 6 }, (_, i) => [R * Math.cos((i * Math.PI) / 3), R * Math.sin((i * Math.PI) / 3)]);
  const template = path(corner, true);
  const hex = (i) => path(corner.map(([x, y]) => [xy[2 * i] + x, xy[2 * i + 1] + y]), true);
  const all = ids.map((_, i) => hex(i)).join("");
  const near = ids.map((_, i) => ids.map((_, j) => j).filter((j) => j !== i && Math.hypot(xy[2 * i] - xy[2 * j], xy[2 * i + 1] - xy[2 * j + 1]) < R * 1.8));
  const ground = {
    id: "sample-hexes", title: "A field of hexes", kind: "hexes", size: [620, 480], tokens, symbols,
    shapes: [
      { layer: "land", d: all, paints: [{ fill: "land" }] },
      { layer: "woods", d: [10, 11, 18, 19, 27, 60, 61, 69].map(hex).join(""), paints: [{ fill: "woods", opacity: 0.9 }] },
      { layer: "grid", d: all, paints: [{ stroke: "grid", width: [0.7, 0.5, 1.1], opacity: 0.55 }] },
    ],
    shade: null, patterns: {},
    labels: ids.map((text, i) => ({ text, x: xy[2 * i], y: xy[2 * i + 1] - 20, cls: "hexid", px: 7.5, rank: 8, from: 3, anchor: "middle" })),
    badges: [],
    spaces: { hexes: { template, ids, xy, say: { texts: ["hex {}, clear", "hex {}, woods"], of: ids.map((_, i) => ([10, 11, 18, 19, 27].includes(i) ? 1 : 0)) } } },
    neighbours: near.map((others, i) => others.filter((j) => j > i)), piece: { size: 38, style: "block" },
    layers: [{ id: "woods", label: "Woods", on: true }, { id: "grid", label: "Grid", on: true }],
    fit: [10, 10, 60 + cols * 45, 70 + rows * 52], front: [100, 60, 420, 330],
    credit: "Drawn by hand for the tests.", notice: "",
  };
  return { ground, ...position([27, 28, 36, 35, 43, 44, 52, 51, 20].map((i) => ids[i]), null, 27, near) };
}

function position(at, _centre, origin = 4, near = null) {
  const unit = (id, n, rest) => ({ id, at: at[n], slot: 0, steps: 2, full: 3, badges: [], live: false, size: "xx", ...rest, say: `${rest.name}, ${rest.type}, strength ${rest.strength}` });
  const german = { side: "german", nation: "de", arm: "army" };
  const allied = { side: "allied", nation: "us", arm: "army" };
  const pieces = [
    unit("ge-1", near ? 0 : 4, { ...german, type: "infantry", name: "18th Volksgrenadier", short: "18 VG", formation: "LXVI", strength: "7", live: true, badges: ["out-of-supply"], quality: "green" }),
    unit("ge-2", near ? 0 : 4, { ...german, arm: "ss", type: "armor", name: "1st SS Panzer", short: "1 SS", strength: "12", slot: 1, live: true, quality: "elite" }),
    unit("ge-3", near ? 0 : 5, { ...german, arm: "luftwaffe", type: "airborne", name: "3rd Parachute", short: "3 FJ", strength: "6", slot: near ? 2 : 0, quality: "veteran" }),
    unit("us-1", 1, { ...allied, type: "infantry", name: "106th Infantry", short: "106", strength: "5", badges: ["disrupted"], quality: "green" }),
    unit("us-2", 3, { ...allied, type: "armored-cavalry", name: "14th Cavalry", short: "14", strength: "3", size: "iii", badges: ["moved"], quality: "veteran" }),
    unit("uk-1", 6, { ...allied, nation: "uk", type: "armor", name: "29th Armoured", short: "29", strength: "6", size: "x", quality: "veteran" }),
    unit("uk-2", 7, { ...allied, nation: "uk", type: "commando", name: "Commandos", short: "Cdo", strength: "2", size: "iii", quality: "elite" }),
    { id: "b7", at: at[8], slot: 0, side: "allied", nation: "us", hidden: true, say: "a hidden Allied unit" },
  ];
  const from = near ? origin : 4;
  const targets = near ? near[origin] : [1, 3, 5, 7, 8];
  const names = near ? targets.map((i) => `hex ${i}`) : targets.map((i) => NAMES[i]);
  const options = targets.map((to, i) => ({ o: `ge-1/${i}`, to, cost: String(1 + (i % 3)), path: near || to !== 8 ? [from, to] : [from, 5, 8], mode: "road", text: `March to ${names[i]}` }));
  options.push({ o: "ge-1/9", to: targets[0], cost: "3", path: [from, targets[0]], mode: "fields", text: `March to ${names[0]} across country` });
  return {
    scene: {
      seq: 1, viewpoint: "umpire", viewpoints: ["german", "allied", "umpire", "active"], curtain: false,
      turn: { n: 2, of: 8, label: "", date: "18–19 December 1944" }, phase: { id: "move", label: "German movement" }, phasing: "german", mode: "study",
      prompt: { seat: "german", text: "Move a unit, or end the phase.", rule: "6.1" }, outcome: null,
      options: [{ id: "/0", text: "End the movement phase", key: null, button: true }],
      pieces, control: { [at[4]]: "german", [at[5]]: "german", [at[8]]: "german", [at[0]]: "allied" },
      markers: [{ kind: "bridge", at: at[2], text: "blown", say: "the bridge is blown" }],
      boxes: [
        { id: "reinforcements", title: "Reinforcements, turn 3", pieces: [{ ...pieces[1], id: "ge-9", at: "reinforcements", name: "9th Panzer", short: "9", arm: "army", live: false }] },
        { id: "eliminated", title: "Eliminated", pieces: [{ ...pieces[3], id: "us-9", at: "eliminated", name: "424th Regiment", short: "424", size: "iii" }] },
      ],
      tracks: [{ id: "fuel", label: "Fuel", value: 5, max: 8, text: "5" }], score: { text: "German minor victory so far", parts: [["German", 12], ["Allied", 9]] },
      events: [], dice: { faces: [6, 2, 5, 1], good: [true, false, true, false], text: "Attack on Ashford: two hits" },
      log: [
        { n: 1, node: 1, text: "The German player moves the 3rd Parachute to Furth", rule: "6.1", kind: "moved", seat: "german", turn: 1, phase: "German movement" },
        { n: 2, node: 2, text: "Dice 6 2 5 1: two hits", rule: "8.3", kind: "rolled", seat: "german", turn: 1, phase: "Combat" },
        { n: 3, node: 3, text: "The 106th Infantry loses one step", rule: "8.5", kind: "steps-lost", seat: "allied", turn: 1, phase: "Combat" },
        { n: 4, node: 4, text: "Turn 2 begins: 18–19 December", rule: "4.0", kind: "phase", seat: "", turn: 2, phase: "Start" },
      ],
      undo: { text: "3rd Parachute to Furth" }, undo_why: "", redo: null, ask: null,
    },
    reach: { seq: 1, pieces: { "ge-1": { from, options }, "ge-2": { from, options: options.slice(0, 3).map((option, i) => ({ ...option, o: `ge-2/${i}`, cost: String(i + 1) })) } } },
  };
}
