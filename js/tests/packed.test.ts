import { expect, test } from "vitest";
import { Directory } from "../src/play/directory";
import { unpacked } from "../src/play/packed";
import type { PieceReach } from "../src/scene";
import { ground } from "./sample";

type Sent = Parameters<typeof unpacked>[0];

// Three areas in a row; "c" is next to "b" alone.
const BOARD = new Directory(ground());
const SENT: Sent = {
  seq: 4,
  words: ["3", "Marches to {name}", "by way of B", "", "Two units overrun {both} from {id0}"],
  kinds: [[0, 1, 3], [0, 1, 2], [3, 4, 3]],
  fans: [
    { names: [[0, 2], "b/7", [5, 1]], ways: "{~####|##$&~##%", kinds: "P$Q$Q$N$" },
  ],
  pieces: { a: 0, twin: 0 },
};

test("an order is read from its signs", () => {
  const { from, options } = unpacked(SENT, BOARD).pieces.a as PieceReach;
  expect({ from, options: options.map((option) => ({ ...option, steps: option.steps?.() })) }).toEqual({
    from: 0,
    options: [
      { o: "a/0", to: 1, cost: "3", path: [0, 1], steps: [], text: "Marches to B", full: "Marches to B" },
      { o: "a/1", to: 1, cost: "3", path: [0, 1], steps: [], text: "By way of B", full: "Marches to B by way of B" },
      { o: "b/7", to: 2, cost: "", path: [0, 1, 2], steps: ["3"], text: "Two units overrun c C from a", full: "Two units overrun c C from a" },
      { o: "a/5", to: 2, cost: "3", path: [2], steps: [], text: "Marches to C", full: "Marches to C" },
    ],
  });
});

test("a way is told by the spaces between its ends", () => {
  const told = (form: string) => ({ ...SENT, words: ["1", "Goes to {id}", `over {${form}}`], kinds: [[0, 1, 2]], fans: [
    { names: [[0, 1]], ways: "{~###{#&", kinds: "P$" },
  ], pieces: { a: 0 } }) as Sent;
  const full = (form: string) => unpacked(told(form), BOARD).pieces.a?.options[0]?.full;
  expect(["ids", "IDS", "names", "listed"].map(full)).toEqual([
    "Goes to c over b",
    "Goes to c over B",
    "Goes to c over B",
    "Goes to c over B [b]",
  ]);
});

test("a step costs what it costs to stop there, but where it is told otherwise", () => {
  const told = (steps?: [number, number, number][]) => ({ ...SENT, words: ["1", "", "2", "3"], kinds: [[0, 1, 1], [2, 1, 1]], fans: [
    { names: [[0, 2]], ways: "{~####&", kinds: "P$Q$", steps },
  ], pieces: { a: 0 } }) as Sent;
  const steps = (sent: Sent) => unpacked(sent, BOARD).pieces.a?.options.map((option) => option.steps?.());
  expect(steps(told())).toEqual([[], ["1"]]);
  expect(steps(told([[1, 1, 3]]))).toEqual([[], ["3"]]);
});

test("a step of another mode of moving is told once, and holds for all that do the same", () => {
  const told = { ...SENT, words: ["1", "Marches", "Drives", "9", "7"], kinds: [[0, 1, 1], [3, 2, 1]], fans: [
    { names: [[0, 3]], ways: "{~####&|##%", kinds: "P$Q%", steps: [[1, 1, 4]] },
  ], pieces: { a: 0 } } as Sent;
  const options = unpacked(told, BOARD).pieces.a?.options ?? [];
  expect(options.map((option) => [option.path, option.steps?.()])).toEqual([[[0, 1], []], [[0, 1, 2], ["7"]], [[0, 1, 2], ["7"]]]);
});

test("an order that does something else along the same way says so", () => {
  const told = { ...SENT, words: ["3", "Marches to {name}", "by way of B", "", "Leaves at {name}"], kinds: [[0, 1, 3], [0, 1, 2], [0, 4, 2]], fans: [
    { names: [[0, 3]], ways: "{~####|##$|##$", kinds: "P$Q$Q$" },
  ], pieces: { a: 0 } } as Sent;
  const texts = unpacked(told, BOARD).pieces.a?.options.map((option) => option.text);
  expect(texts).toEqual(["Marches to B", "By way of B", "Leaves at B by way of B"]);
});

test("pieces that may do the same share it, each under its own names", () => {
  expect(unpacked(SENT, BOARD).pieces.twin?.options.map(({ o }) => o)).toEqual(["twin/0", "twin/1", "b/7", "twin/5"]);
});

test("ways that branch far back, and many orders that are alike", () => {
  const sent: Sent = { ...SENT, fans: [{ names: [[0, 3]], ways: "{~####&}##$$", kinds: "P&" }], pieces: { a: 0 } };
  expect(unpacked(sent, BOARD).pieces.a?.options.map(({ path }) => path)).toEqual([[0, 1], [0, 1, 2], [0, 1, 2]]);
});

test("a step off the board ends the ways there, and what is lost with it is left out", () => {
  const broken: Sent = { ...SENT, fans: [{ names: [[0, 2]], ways: "{~####2", kinds: "P%" }], pieces: { a: 0 } };
  expect(unpacked(broken, BOARD).pieces.a?.options.map(({ o, path }) => [o, path])).toEqual([["a/0", [0, 1]]]);
});

test("what was not packed stays as it is", () => {
  const plain: Sent = { seq: 1, pieces: { a: { from: 0, options: [{ o: "a/0", to: 1 }] } } };
  expect(unpacked(plain, BOARD)).toBe(plain);
});
