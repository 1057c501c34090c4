// A scene as it is sent: of the pieces what is different from the printed counter and from the box it lies in, of the
// options where each goes on differently from the one before. See scene/sending.py.
import type { Ground, Option, Piece, Scene } from "../scene";

interface Group {
  key: string | null;
  first: number;
  /** Two digits of base 36, how many letters are as in the text before, and the rest. */
  texts: string[];
  more?: [number, Partial<Option>][];
}

/** A scene with all that there is of its pieces and options. */
export function whole(scene: Scene, printed: Ground["printed"]): Scene {
  const full = (piece: Piece, at?: string): Piece => {
    const { say, ...rest } = { ...fresh(piece.id, printed), ...(at ? { at } : {}), ...piece };
    return say === undefined ? rest : { ...rest, say: say.replace(/^~/, () => rest.name ?? "") };
  };
  const boxes = scene.boxes?.map((box) => ({ ...box, pieces: box.pieces.map((piece) => full(piece, box.id)) }));
  const options = (scene.options as (Option | Group)[]).flatMap((each) => ("texts" in each ? members(each) : [each]));
  return { ...scene, options, pieces: scene.pieces.map((piece) => full(piece)), ...(boxes ? { boxes } : {}) };
}

function fresh(id: string, printed: Ground["printed"]): Partial<Piece> {
  const row = printed && Object.hasOwn(printed.rows, id) ? printed.rows[id] : undefined;
  return row && printed ? Object.fromEntries(printed.keys.map((key, i) => [key, row[i]])) : {};
}

function members({ key, first, texts, more = [] }: Group): Option[] {
  const others = new Map(more);
  let text = "";
  return texts.map((told, i) => {
    text = text.slice(0, parseInt(told.slice(0, 2), 36)) + told.slice(2);
    return { id: `${key ?? ""}/${first + i}`, text, key, button: false, ...others.get(i) };
  });
}
