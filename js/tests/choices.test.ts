import { describe, expect, it } from "vitest";
import { Choices, byDestination, freshReach } from "../src/play/choices";
import { Directory } from "../src/play/directory";
import { ground, reach, scene } from "./sample";

const make = (s = scene(), r: ReturnType<typeof reach> | null = reach()) => new Choices(s, r, new Directory(ground()));

describe("options of a piece", () => {
  it("come from reach in order, the first of a space being the default", () => {
    const places = byDestination(make().ofPiece("ge"));
    expect([...places.keys()]).toEqual([1, 2]);
    expect(places.get(2)?.map((choice) => choice.id)).toEqual(["ge/1", "ge/2"]);
  });

  it("that lead back to where the piece stands are listed, but no place to drop it on", () => {
    const options = [{ o: "ge/0", to: 0, path: [0, 1, 0], text: "there and back" }, { o: "ge/1", to: 1 }];
    const choices = make(scene(), reach({ pieces: { ge: { from: 0, options } } })).ofPiece("ge");
    expect(choices.map((choice) => choice.id)).toContain("ge/0");
    expect([...byDestination(choices).keys()]).toEqual([1]);
  });

  it("come from the scene too, without doubles", () => {
    const both = scene({ options: [{ id: "ge/0", text: "to b", key: "ge", to: "b" }, { id: "ge/9", text: "dig in", key: "ge" }] });
    expect(make(both).ofPiece("ge").map((choice) => choice.id)).toEqual(["ge/0", "ge/1", "ge/2", "ge/9"]);
  });

  it("have their way, none where it is not told", () => {
    expect(make().ofPiece("ge")[1]?.path).toEqual([0, 1, 2]);
    const options = [{ o: "ge/0", to: 1 }];
    expect(make(scene(), reach({ pieces: { ge: { from: 0, options } } })).ofPiece("ge")[0]?.path).toEqual([]);
  });

  it("are shared by all pieces that an option moves", () => {
    const stack = scene({ options: [{ id: "ge/5", text: "both", key: "ge", pieces: ["ge", "us"], to: "b" }] });
    expect(make(stack, null).ofSelection(["ge", "us"]).map((choice) => choice.id)).toEqual(["ge/5"]);
  });
});

describe("a reach of another position", () => {
  it("is ignored", () => {
    expect(freshReach(scene(), reach({ seq: 4 }))).toBeNull();
    expect(make(scene(), reach({ seq: 4 })).ofPiece("ge")).toEqual([]);
  });
});

describe("what a click can mean", () => {
  it("is the only option of a piece, if that is no move", () => {
    expect(make().single("us")?.id).toBe("us/0");
    expect(make().single("ge")).toBeNull();
  });

  it("is an option that names a space alone", () => {
    expect(make().ofSpaces().map((choice) => [choice.id, choice.to])).toEqual([["/1", 2]]);
  });

  it("is a button where an option names neither", () => {
    expect(make().buttons().map((choice) => choice.id)).toEqual(["/0"]);
  });

  it("knows who may act", () => {
    expect(make().live().map((piece) => piece.id)).toEqual(["ge", "us"]);
  });
});
