import { quantile } from "../overhead/cpu.ts";

/** The timed operations, each in ms. */
export type Timed = "handshake" | "first_token" | "answer" | "desk" | "document";
/** The tenant class of a sample. */
export type TenantClass = "flooder" | "others";

/** Times and errors of one class of tenants in one phase. */
export class Samples {
  readonly times = new Map<Timed, number[]>();
  readonly errors = new Map<string, number>();
  questions = 0;
  escalated = 0;
  cached = 0;
  /** Visits that were skipped because the maximum was in progress. */
  skipped = 0;

  add(what: Timed, ms: number): void {
    const times = this.times.get(what) ?? [];
    this.times.set(what, times);
    times.push(ms);
  }

  fail(why: string): void {
    this.errors.set(why, (this.errors.get(why) ?? 0) + 1);
  }

  get failures(): number {
    return [...this.errors.values()].reduce((sum, count) => sum + count, 0);
  }

  at(what: Timed, share: number): number {
    return quantile(this.times.get(what) ?? [], share);
  }
}

/** Samples by phase and class. A question belongs to the phase in which it was asked, whenever the answer arrives. */
export class Record {
  readonly phases = new Map<string, { others: Samples; flooder: Samples }>();
  #now = { others: new Samples(), flooder: new Samples() };

  begin(phase: string): void {
    this.#now = { others: new Samples(), flooder: new Samples() };
    this.phases.set(phase, this.#now);
  }

  of(tenants: TenantClass): Samples {
    return this.#now[tenants];
  }
}
