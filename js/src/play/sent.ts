// A scene as it is sent: of the pieces what is different from the printed counter and from the box it lies in, of the
// options where each goes on differently from the one before. See scene/sending.py.
import type { Ground, Option, Piece, Scene } from "../scene";

interface Group {
  key: string | null;
  first: number;
  /** Two digits of base 36, how many letters are as in the text before, and the rest. */
  texts?: string[];
  /** The spaces of the options, with commas between. */
  to?: string;
  more?: [number, Partial<Option>][];
  /** Instead of texts: the place of a group that says the same, how many letters begin there alike, what stands here. */
  like?: [number, number, string];
}

/** A scene with all that there is of its pieces and options. */
export function whole(scene: Scene, printed: Ground["printed"]): Scene {
  const full = (piece: Piece, at?: string): Piece => {
    const { say, ...rest } = { ...fresh(piece.id, printed), ...(at ? { at } : {}), ...piece };
    return say === undefined ? rest : { ...rest, say: say.replace(/^~/, () => rest.name ?? "") };
  };
  const boxes = scene.boxes?.map((box) => ({ ...box, pieces: box.pieces.map((piece) => full(piece, box.id)) }));
  const options = unfolded(scene.options as (Option | Group)[]);
  return { ...scene, options, pieces: scene.pieces.map((piece) => full(piece)), ...(boxes ? { boxes } : {}) };
}

function fresh(id: string, printed: Ground["printed"]): Partial<Piece> {
  const row = printed && Object.hasOwn(printed.rows, id) ? printed.rows[id] : undefined;
  // A chit has no quality, a block has.
  return row && printed ? Object.fromEntries(printed.keys.map((key, i) => [key, row[i]] as const).filter(([, value]) => value !== null)) : {};
}

function unfolded(sent: readonly (Option | Group)[]): Option[] {
  const groups: Option[][] = [];
  for (const each of sent) {
    if ("texts" in each) groups.push(members(each));
    else if ("like" in each) groups.push(alike(each, groups));
    else groups.push([each as Option]);
  }
  return groups.flat();
}

function alike({ key, first, like }: Group, groups: readonly Option[][]): Option[] {
  const [place, cut, head] = like ?? [0, 0, ""];
  return (groups[place] ?? []).map((option, i) => ({ ...option, id: `${key ?? ""}/${first + i}`, key, text: head + option.text.slice(cut) }));
}

function members({ key, first, texts = [], to = "", more = [] }: Group): Option[] {
  const others = new Map(more);
  const places = to.split(",");
  let text = "";
  return texts.map((told, i) => {
    text = text.slice(0, parseInt(told.slice(0, 2), 36)) + told.slice(2);
    const place = places[i] ? { to: places[i] } : {};
    return { id: `${key ?? ""}/${first + i}`, text, key, button: false, ...place, ...others.get(i) };
  });
}
