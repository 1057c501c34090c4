// What stands beside the map, from top to bottom. The map comes first: the panels of a new view follow once it is painted.
import { h } from "../dom";
import { afterPaint } from "../frame";
import type { Choice } from "../play/choices";
import type { Session } from "../play/session";
import type { Piece } from "../scene";
import type { Pointed } from "../view/board";
import { type PieceLook, lookOf } from "../view/counter";
import { DiceView } from "./dice";
import { Forecast, Plans } from "./forecast";
import { Legend } from "./legend";
import { Log } from "./log";
import { Orders } from "./orders";
import { Boxes, Switches } from "./sides";

/** What a panel points out on the map. */
export interface Pointing {
  choice(choice: Choice | null): void;
  places(pointed: Pointed): void;
  /** Brings a unit chosen in a list into sight. */
  unit(piece: Piece): void;
}

export class Panels {
  readonly node: HTMLElement;
  private readonly dice: DiceView;
  private readonly plans: Plans;
  private readonly orders: Orders;
  private readonly forecast: Forecast;
  private readonly boxes: Boxes;
  private readonly log: Log;
  private readonly switches: Switches;
  private readonly legend = new Legend();
  private up = false;
  private stop: (() => void) | null = null;

  /** `redress` says what hangs on traits of looks alone: viewpoint and layers. */
  constructor(
    private readonly session: Session,
    pointing: Pointing,
    private readonly looks: () => { viewpoint: string; layers: Record<string, boolean> },
  ) {
    const look = (): PieceLook | null => (session.ground ? lookOf(session.ground) : null);
    this.dice = new DiceView(session);
    this.plans = new Plans(session, (pointed) => pointing.places(pointed));
    this.orders = new Orders(session, look, (choice) => pointing.choice(choice), (piece) => pointing.unit(piece));
    this.forecast = new Forecast(session);
    this.boxes = new Boxes(session, look);
    this.log = new Log(session);
    this.switches = new Switches(session);
    const parts = [this.dice, this.plans, this.orders, this.forecast, this.boxes, this.log, this.switches, this.legend];
    this.node = h("aside", { class: "bw-panel" }, ...parts.map((part) => part.node));
  }

  /** A new position. */
  update(): void {
    if (!this.up) {
      this.stop ??= afterPaint(() => this.begin(), () => this.boxes.update());
      return;
    }
    const { scene, ground } = this.session;
    if (!scene || !ground) return;
    for (const part of [this.dice, this.forecast, this.plans, this.log]) part.update(scene);
    this.legend.update(ground, scene);
    this.redress();
  }

  select(): void {
    const { scene } = this.session;
    if (!scene || !this.up) return;
    this.orders.update();
    this.forecast.point();
    this.boxes.update();
  }

  redress(): void {
    const { scene, ground } = this.session;
    const { viewpoint, layers } = this.looks();
    if (scene && ground && this.up) this.switches.update(scene, ground, viewpoint, layers);
  }

  /** The odds of an order that is pointed at on the map or in a list. */
  point(choice: Choice | null | undefined): void {
    this.forecast.point(choice);
  }

  showOrders(): void {
    this.orders.bringIntoView(this.node);
  }

  close(): void {
    this.stop?.();
    this.forecast.close();
  }

  private begin(): void {
    this.up = true;
    this.update();
    this.orders.update();
    this.forecast.point();
  }
}
