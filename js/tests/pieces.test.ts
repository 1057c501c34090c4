import { expect, test } from "vitest";
import { whole } from "../src/play/pieces";
import { scene } from "./sample";

const PRINTED = { keys: ["side", "name", "steps" as const, "say"], rows: { ge: ["german", "1st", 4, "1st, strength 4"] } } as Parameters<
  typeof whole
>[1];

test("a piece is the fresh counter, but for what is told of it", () => {
  const sent = scene({ pieces: [{ id: "ge", at: "a", steps: 2 } as never, { id: "unknown", at: "b", side: "allied" }] });
  expect(whole(sent, PRINTED).pieces).toEqual([
    { id: "ge", at: "a", side: "german", name: "1st", steps: 2, say: "1st, strength 4" },
    { id: "unknown", at: "b", side: "allied" },
  ]);
});

test("a piece in a box is where the box is", () => {
  const sent = scene({ pieces: [], boxes: [{ id: "lost", title: "Lost", pieces: [{ id: "ge" } as never] }] });
  expect(whole(sent, PRINTED).boxes?.[0]?.pieces[0]).toMatchObject({ id: "ge", at: "lost", side: "german" });
});

test("a board without printed counters tells all in the scene", () => {
  const sent = scene();
  expect(whole(sent, undefined)).toBe(sent);
});
