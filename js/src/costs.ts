// How a cost is written where there is little room.

const PARTS: Record<string, string> = { "1/4": "¼", "1/2": "½", "3/4": "¾", "1/3": "⅓", "2/3": "⅔" };

/** "3 3/4" as "3¾"; anything else as it is. */
export function shortCost(cost: string): string {
  return cost.replace(/(^|\d )(\d\/\d)$/, (all: string, whole: string, part: string) => (PARTS[part] ? whole.trim() + PARTS[part] : all));
}
