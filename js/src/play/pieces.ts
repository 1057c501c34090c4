// The pieces of a scene as they are sent: what is different from a fresh counter, and from the box it lies in. See
// scene/pieces.py.
import type { Ground, Piece, Scene } from "../scene";

/** A scene with all that is known of its pieces. */
export function whole(scene: Scene, printed: Ground["printed"]): Scene {
  if (!printed) return scene;
  const full = (piece: Piece, at?: string): Piece => ({ ...fresh(piece.id, printed), ...(at ? { at } : {}), ...piece });
  const boxes = scene.boxes?.map((box) => ({ ...box, pieces: box.pieces.map((piece) => full(piece, box.id)) }));
  return { ...scene, pieces: scene.pieces.map((piece) => full(piece)), ...(boxes ? { boxes } : {}) };
}

function fresh(id: string, { keys, rows }: NonNullable<Ground["printed"]>): Partial<Piece> {
  const row = Object.hasOwn(rows, id) ? rows[id] : undefined;
  return row ? Object.fromEntries(keys.map((key, i) => [key, row[i]])) : {};
}
