// The spaces of a board as one list, whatever their form, with look-up by id and by position.
import type { Area, Ground, Point } from "../scene";

export interface Space {
  index: number;
  id: string;
  name: string;
  say: string;
  x: number;
  y: number;
  slots: Point[];
  d: string | null;
}

export class Directory {
  readonly spaces: Space[];
  /** For each space the places of its neighbours, in their order. */
  readonly near: readonly number[][];
  private readonly byId: Map<string, Space>;

  constructor(readonly ground: Ground) {
    this.spaces = ground.spaces.areas ? ground.spaces.areas.map(fromArea) : fromHexes(ground);
    this.byId = new Map(this.spaces.map((space) => [space.id, space]));
    this.near = bothWays(ground.neighbours);
  }

  /** The outline of every hex, drawn round (0, 0); null on an area map. */
  get template(): string | null {
    return this.ground.spaces.hexes?.template ?? null;
  }

  at(index: number | null | undefined): Space | null {
    return index === null || index === undefined ? null : (this.spaces[index] ?? null);
  }

  find(id: string | undefined): Space | null {
    return id === undefined ? null : (this.byId.get(id) ?? null);
  }

  neighbours(index: number): Space[] {
    const found = (this.near[index] ?? []).map((i) => this.spaces[i]);
    return found.filter((space): space is Space => space !== undefined);
  }

  /** Where the n-th piece of a space stands; beyond the slots pieces shift like a stack. */
  slot(space: Space, n: number, shift: number): Point {
    const slots = space.slots;
    if (slots.length === 0) return [space.x + n * shift, space.y - n * shift];
    const [x, y] = slots[n % slots.length] as Point;
    const over = Math.floor(n / slots.length) * shift;
    return [x + over, y - over];
  }
}

function fromArea(area: Area, position: number): Space {
  const { id, name, x, y, d } = area;
  return { index: area.index ?? position, id, name, say: area.say ?? name, x, y, d, slots: area.slots ?? [] };
}

/** Neighbours as sent, each pair once, made whole again: the earlier ones first, each list in order. */
function bothWays(later: readonly number[][]): number[][] {
  const near: number[][] = later.map(() => []);
  later.forEach((others, one) => {
    for (const other of others) {
      near[one]?.push(other);
      near[other]?.push(one);
    }
  });
  return near;
}

function fromHexes(ground: Ground): Space[] {
  const hexes = ground.spaces.hexes;
  if (!hexes) return [];
  return hexes.ids.map((id, index) => ({
    index,
    id,
    name: hexes.names?.[index] || id,
    say: hexes.say?.texts[hexes.say.of[index] ?? -1]?.replace("{}", id) ?? hexes.names?.[index] ?? id,
    x: hexes.xy[2 * index] ?? 0,
    y: hexes.xy[2 * index + 1] ?? 0,
    slots: [],
    d: null,
  }));
}
