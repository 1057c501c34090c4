// The contract with Python for what may come of an order: throws with their reasons and chances, planned battles.
/** One outcome of a throw: its share of 1, and the share in words. */
export interface Chance {
  text: string;
  share: number;
  percent: string;
}

/** A throw: the numbers behind it, each with its parts (label, value, rule), and its outcomes. */
export interface Odds {
  title: string;
  rule?: string;
  why: { text: string; total: string; parts: [string, string, string][] }[];
  chances: Chance[];
  mean?: string;
  note?: string;
}

export interface PlannedBattle {
  at: string[];
  by: string[];
  on: string[];
  ratio: string;
  chances?: Chance[];
}

export interface Plan {
  title: string;
  rule?: string;
  battles: PlannedBattle[];
  /** Pieces that must still attack, and spaces that must still be attacked. */
  units: string[];
  spaces: string[];
}
