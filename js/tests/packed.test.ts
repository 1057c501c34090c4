import { expect, test } from "vitest";
import { unpacked } from "../src/play/packed";

type Sent = Parameters<typeof unpacked>[0];

const NEAR = [[1, 2], [0], [1]];
const SENT: Sent = {
  seq: 4,
  words: ["3", "Marches to Spa", "by way of Marche", "", "Two units overrun Spa"],
  paths: ["0:10"],
  pieces: {
    a: { from: 0, tree: { at: [0, 1], prev: [-1, 0] }, rows: [[0, 1, 0, 1, 3], [1, 1, 0, 1, 2, 0], ["b/7", 1, 3, 4, 3]] },
  },
};

test("an order is read from its numbers", () => {
  expect(unpacked(SENT, NEAR)).toEqual({
    seq: 4,
    pieces: {
      a: {
        from: 0,
        tree: { at: [0, 1], prev: [-1, 0] },
        options: [
          { o: "a/0", to: 1, cost: "3", text: "Marches to Spa", full: "Marches to Spa" },
          { o: "a/1", to: 1, cost: "3", text: "By way of Marche", full: "Marches to Spa by way of Marche", path: [0, 2, 1] },
          { o: "b/7", to: 1, cost: "", text: "Two units overrun Spa", full: "Two units overrun Spa" },
        ],
      },
    },
  });
});

test("what was not packed stays as it is", () => {
  const plain: Sent = { seq: 1, pieces: { a: { from: 0, options: [{ o: "a/0", to: 1 }] } } };
  expect(unpacked(plain, NEAR)).toBe(plain);
});
