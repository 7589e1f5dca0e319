type Listener = (detail: unknown) => void;

/** What the page listens to. A listener that throws does not stop the widget or the others. */
export class Listeners {
  readonly #byName = new Map<string, Set<Listener>>();

  /** Adds a listener; gives the way to take it away. */
  add(name: unknown, listener: unknown): () => void {
    if (typeof name !== "string" || typeof listener !== "function") return () => undefined;
    const group = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, group.add(listener as Listener));
    return () => group.delete(listener as Listener);
  }

  /** Takes a listener away. */
  remove(name: unknown, listener: unknown): void {
    this.#byName.get(name as string)?.delete(listener as Listener);
  }

  /** Calls all listeners of a name. */
  tell(name: string, detail: unknown): void {
    for (const listener of this.#byName.get(name) ?? []) {
      try {
        listener(detail);
      } catch (error) {
        // The page's own mistake: shown where the page's mistakes are shown.
        setTimeout(() => {
          throw error;
        });
      }
    }
  }
}
