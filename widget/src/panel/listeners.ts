type Listener = (detail: unknown) => void;

/** The page's listeners. A listener that throws stops neither the widget nor the other listeners. */
export class Listeners {
  readonly #byName = new Map<string, Set<Listener>>();

  /** Adds a listener. Returns a function that removes it. */
  add(name: unknown, listener: unknown): () => void {
    if (typeof name !== "string" || typeof listener !== "function") return () => undefined;
    const group = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, group.add(listener as Listener));
    return () => group.delete(listener as Listener);
  }

  /** Removes a listener. */
  remove(name: unknown, listener: unknown): void {
    this.#byName.get(name as string)?.delete(listener as Listener);
  }

  /** Calls all listeners of a name. */
  tell(name: string, detail: unknown): void {
    for (const listener of this.#byName.get(name) ?? []) {
      try {
        listener(detail);
      } catch (error) {
        // An error in the page's code: report it like the page's other errors.
        setTimeout(() => {
          throw error;
        });
      }
    }
  }
}
