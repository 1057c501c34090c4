// A model and a kernel in one page: keeps traits, moves a piece where it is told to, and answers every message.
export class FakeModel {
  constructor(traits) {
    this.traits = traits;
    this.listeners = new Map();
    this.sent = [];
    this.past = [];
  }
  get(name) {
    return this.traits[name];
  }
  set(name, value) {
    this.traits[name] = value;
    this.emit(`change:${name}`);
  }
  save_changes() {}
  on(event, callback) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), callback]);
  }
  off(event, callback) {
    this.listeners.set(event, (this.listeners.get(event) ?? []).filter((each) => each !== callback));
  }
  emit(event, ...args) {
    for (const callback of this.listeners.get(event) ?? []) callback(...args);
  }
  send(message) {
    this.sent.push(message);
    setTimeout(() => this.emit("msg:custom", { id: message.id, ...this.answer(message) }), 30);
  }

  answer(message) {
    const { scene } = this.traits;
    if (message.seq !== undefined && message.seq !== scene.seq) return { kind: "refused", text: "That order belongs to an earlier position." };
    if (message.kind === "why") return { kind: "why", text: "The march would cost 5 points and the division has 4 left", rule: "6.2" };
    if (message.kind === "choose") return this.choose(message.option);
    if (message.kind === "undo") return this.undo();
    return { kind: "done" };
  }

  choose(id) {
    const { scene, reach, ground } = this.traits;
    for (const [piece, { options }] of Object.entries(reach?.pieces ?? {})) {
      const option = options.find((each) => each.o === id);
      if (!option) continue;
      const ids = ground.spaces.areas ? ground.spaces.areas.map((area) => area.id) : ground.spaces.hexes.ids;
      const path = (option.path ?? [reach.pieces[piece].from, option.to]).map((i) => ids[i]);
      this.past.push(this.traits);
      const pieces = scene.pieces.map((each) => (each.id === piece ? { ...each, at: ids[option.to], slot: 0, live: false, badges: ["moved"] } : each));
      this.traits = {
        ...this.traits,
        scene: { ...scene, seq: scene.seq + 1, pieces, undo: { text: option.text }, events: [{ kind: "moved", piece, path, text: option.text, rule: "6.1" }] },
        reach: { seq: scene.seq + 1, pieces: Object.fromEntries(Object.entries(reach.pieces).filter(([each]) => each !== piece)) },
      };
      this.emit("change:scene");
      return { kind: "done" };
    }
    return { kind: "refused", text: "The sample plays moves only", rule: "0.0" };
  }

  undo() {
    const before = this.past.pop();
    if (!before) return { kind: "refused", text: "Nothing to undo" };
    const seq = this.traits.scene.seq + 1;
    this.traits = { ...this.traits, scene: { ...before.scene, seq }, reach: { ...before.reach, seq } };
    this.emit("change:scene");
    return { kind: "done" };
  }
}
