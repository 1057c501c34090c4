import { describe, expect, it, vi } from "vitest";
import { Courier, SILENCE, sentence } from "../src/messages";
import { Session } from "../src/play/session";
import { ground, model, reach, scene } from "./sample";

function start(traits: Record<string, unknown> = {}) {
  const made = model({ ground: ground(), scene: scene(), reach: reach(), ...traits });
  const changed = vi.fn();
  const tell = vi.fn();
  const session = new Session(made, new Courier(made, () => undefined, { sending: 50, silent: 50, end: 50 }), changed, tell);
  made.on("change:selection", () => session.takeSelection());
  session.refresh();
  return { made, session, changed, tell };
}

describe("messages", () => {
  it("are answered by id, whoever else listens", async () => {
    const made = model();
    const [one, two] = [new Courier(made), new Courier(made)];
    const first = one.ask({ kind: "redo" });
    const id = made.sent[0]?.id;
    void two.ask({ kind: "redo" });
    made.emit("msg:custom", { id, kind: "done" });
    expect((await first).kind).toBe("done");
    expect(made.sent[1]?.id).not.toBe(id);
  });

  it("end as an error when the kernel is silent or gone", async () => {
    const made = model();
    expect(await new Courier(made, () => undefined, { sending: 5, silent: 5, end: 5 }).ask({ kind: "redo" })).toMatchObject({ kind: "error", text: SILENCE });
    made.send = () => {
      throw new Error("closed");
    };
    expect((await new Courier(made).ask({ kind: "redo" })).kind).toBe("error");
  });

  it("ask for a reason once per position, piece and space", () => {
    const made = model();
    const courier = new Courier(made);
    void courier.why(1, "ge", "b");
    void courier.why(1, "ge", "b");
    void courier.why(2, "ge", "b");
    expect(made.sent.length).toBe(2);
  });

  it("become one sentence with the rule", () => {
    expect(sentence({ text: "Too far", rule: "6.2" })).toBe("Too far (rule 6.2)");
    expect(sentence({ text: "Too far (6.2)", rule: "6.2" })).toBe("Too far (6.2)");
    expect(sentence({ text: "3: The 326th is not asked.", rule: "3" })).toBe("The 326th is not asked (rule 3)");
  });
});

describe("a session", () => {
  it("selects through the trait and reads destinations at once", () => {
    const { made, session } = start();
    session.select(["ge"]);
    expect(made.get("selection")).toEqual(["ge"]);
    expect([...session.destinations.keys()]).toEqual([1, 2]);
    expect(made.sent).toEqual([]);
  });

  it("follows a selection set from Python", () => {
    const { made, session } = start();
    made.set("selection", ["ge"]);
    expect(session.current.length).toBe(3);
  });

  it("sends the option with its position and tells a refusal", async () => {
    const { made, session, tell } = start();
    const done = session.choose({ id: "ge/0" });
    expect(made.sent[0]).toMatchObject({ kind: "choose", seq: 5, option: "ge/0" });
    made.reply("refused", { text: "Too far", rule: "6.2" });
    await done;
    expect(tell).toHaveBeenCalledWith("Too far (rule 6.2)", "refused");
  });

  it("lets go of a unit that has nothing left to do, whichever comes first", async () => {
    const { made, session } = start({ selection: ["ge"] });
    const done = session.choose({ id: "ge/0" });
    made.set("scene", scene({ seq: 6, options: [] }));
    made.set("reach", reach({ seq: 6, pieces: {} }));
    session.refresh();
    made.reply("done");
    await done;
    expect(session.selection).toEqual([]);
  });

  it("keeps the last board when a trait goes missing", () => {
    const { made, session } = start();
    made.set("scene", null);
    session.refresh();
    expect(session.scene?.seq).toBe(5);
  });

  it("says why nothing can be undone instead of asking", async () => {
    const { made, session, tell } = start({ scene: scene({ undo: null, undo_why: "A die was rolled." }) });
    await session.undo();
    expect(made.sent).toEqual([]);
    expect(tell).toHaveBeenCalledWith("A die was rolled.", "refused");
  });

  it("asks no reason for the piece's own space or an open one", async () => {
    const { made, session } = start({ selection: ["ge"] });
    for (const id of ["a", "b"]) expect(await session.why(session.directory!.find(id)!)).toBeNull();
    expect(made.sent).toEqual([]);
  });
});
