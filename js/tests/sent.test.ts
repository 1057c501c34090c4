import { expect, test } from "vitest";
import { whole } from "../src/play/sent";
import type { Ground, Scene } from "../src/scene";
import { scene } from "./sample";

const PRINTED: Ground["printed"] = { keys: ["side", "name", "steps", "say"], rows: { ge: ["german", "1st", 4, "1st, strength 4"] } };
const made = (change: object) => whole(scene(change as Partial<Scene>), PRINTED);

test("a piece is the fresh counter, but for what is told of it", () => {
  const pieces = [{ id: "ge", at: "a", steps: 2, say: "~, strength 2" }, { id: "unknown", at: "b", side: "allied", say: "hidden" }];
  expect(made({ pieces }).pieces).toEqual([
    { id: "ge", at: "a", side: "german", name: "1st", steps: 2, say: "1st, strength 2" },
    { id: "unknown", at: "b", side: "allied", say: "hidden" },
  ]);
  expect(made({ pieces: [{ id: "ge", at: "a" }] }).pieces[0]?.say).toBe("1st, strength 4");
});

test("a piece in a box is where the box is", () => {
  const boxes = [{ id: "lost", title: "Lost", pieces: [{ id: "ge" }] }];
  expect(made({ boxes }).boxes?.[0]?.pieces[0]).toMatchObject({ id: "ge", at: "lost", side: "german" });
});

test("options of a group have their numbers and their whole texts", () => {
  const options = [
    { key: "ge", first: 3, texts: ["001st goes to A", "0cB", "0aby road"], to: ",b," },
    { key: null, first: 0, texts: ["00Pass"], more: [[0, { button: true }]] },
  ];
  expect(made({ options }).options).toEqual([
    { id: "ge/3", text: "1st goes to A", key: "ge", button: false },
    { id: "ge/4", text: "1st goes to B", key: "ge", button: false, to: "b" },
    { id: "ge/5", text: "1st goes tby road", key: "ge", button: false },
    { id: "/0", text: "Pass", key: null, button: true },
  ]);
});

test("letters in common are counted as the browser counts them", () => {
  const options = [{ key: "ge", first: 0, texts: ["00🎲 rolls 4", "095", "02🎲 roll"] }];
  expect(made({ options }).options.map(({ text }) => text)).toEqual(["🎲 rolls 4", "🎲 rolls 5", "🎲🎲 roll"]);
});

test("a group that says the same of another piece is that group with another name", () => {
  const options = [
    { key: "ge", first: 0, texts: ["001st blocks A", "0bB"], to: ",b" },
    { key: "us", first: 5, like: [0, 3, "22nd"] },
  ];
  expect(made({ options }).options.slice(2)).toEqual([
    { id: "us/5", text: "22nd blocks A", key: "us", button: false },
    { id: "us/6", text: "22nd blocks B", key: "us", button: false, to: "b" },
  ]);
});

test("options that were not packed stay as they are", () => {
  expect(made({}).options).toEqual(scene().options);
});
