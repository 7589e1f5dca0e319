import { createEntry } from "../client/storage.ts";

/** What the visitor was made aware of: up to when, by kind. */
type Told = Partial<Record<"shown" | "rung", string>>;

/** So long the others see that one tab has it, whatever their storage says yet. */
const heldMs = 1_000;

/** Says in which of the visitor's tabs something is told, so that it is told once. */
export class Once {
  readonly #name: string;
  readonly #entry: ReturnType<typeof createEntry<Told>>;
  readonly #held = new Set<keyof Told>();

  constructor(name: string) {
    this.#name = name;
    this.#entry = createEntry<Told>(name, () => localStorage, toTold);
  }

  /** Forgets what was told: it was another visitor. */
  clear(): void {
    this.#entry.clear();
  }

  /** True for the tab that may tell of what was said then; false when it was told, or another tab does. */
  async claim(kind: keyof Told, at: string): Promise<boolean> {
    const claim = () => {
      const told = this.#entry.read() ?? {};
      if ((told[kind] ?? "") >= at) return false;
      this.#entry.write({ ...told, [kind]: at });
      return true;
    };
    if (!navigator.locks || this.#held.has(kind)) return claim();
    return new Promise((resolve) => {
      void navigator.locks.request(`${this.#name}:${kind}`, { ifAvailable: true }, (lock) => {
        const isOurs = lock !== null && claim();
        resolve(isOurs);
        return isOurs ? this.#hold(kind) : undefined;
      });
    });
  }

  async #hold(kind: keyof Told): Promise<void> {
    this.#held.add(kind);
    await new Promise((done) => setTimeout(done, heldMs));
    this.#held.delete(kind);
  }
}

function toTold(value: Partial<Record<keyof Told, unknown>>): Told {
  const { shown, rung } = value;
  return { ...(typeof shown === "string" ? { shown } : {}), ...(typeof rung === "string" ? { rung } : {}) };
}
