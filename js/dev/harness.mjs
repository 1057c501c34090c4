// Shows the built widget on a fake model; `window.model` is there for the console and for browser tests.
import widget from "../../bulge_widget/widget/static/board.js";
import { FakeModel } from "./fake-model.mjs";
import { areas, hexes } from "./sample.mjs";

const query = new URLSearchParams(location.search);
const theme = query.get("theme") ?? "light";
const data = query.get("data");
const traits = data ? await (await fetch(data)).json() : query.get("board") === "hexes" ? hexes(Number(query.get("cols") ?? 12), Number(query.get("rows") ?? 8)) : areas();

if (theme === "dark") document.body.dataset.dark = "";
const host = document.getElementById("host");
if (query.get("width")) host.style.width = `${query.get("width")}px`;

const model = new FakeModel({
  selection: [],
  viewpoint: traits.scene?.viewpoint ?? "umpire",
  layers: {},
  annotations: [],
  theme,
  height: Number(query.get("height") ?? 640),
  reach: null,
  ...traits,
});
window.model = model;
widget.initialize?.({ model });
window.cleanup = widget.render({ model, el: host });
