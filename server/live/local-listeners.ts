import type { HubEntry, HubListener } from "./hub.ts";

/** Channels that are told to look at the store in one step, and the pause between steps: no stampede on the database. */
const nudgedAtOnce = 20;
const nudgePauseMs = 20;

/** The readers in this process, by channel. */
export class LocalListeners {
  readonly #channels = new Map<string, Set<HubListener>>();
  #nudging: NodeJS.Timeout | undefined;

  /** True when it is the channel's first. */
  add(channel: string, listener: HubListener): boolean {
    const known = this.#channels.get(channel);
    if (known) known.add(listener);
    else this.#channels.set(channel, new Set([listener]));
    return known === undefined;
  }

  /** True when nobody is left. */
  remove(channel: string, listener: HubListener): boolean {
    const known = this.#channels.get(channel);
    if (!known?.delete(listener) || known.size > 0) return false;
    return this.#channels.delete(channel);
  }

  has(channel: string): boolean {
    return this.#channels.has(channel);
  }

  tell(channel: string, entry: HubEntry | null): void {
    for (const listener of this.#channels.get(channel) ?? []) listener(entry);
  }

  /** Has every reader look at the store, a few at a time. A round at work is not doubled. */
  nudgeAll(): void {
    if (this.#nudging) return;
    const channels = [...this.#channels.keys()];
    const step = () => {
      for (const channel of channels.splice(0, nudgedAtOnce)) this.tell(channel, null);
      this.#nudging = channels.length > 0 ? setTimeout(step, nudgePauseMs).unref() : undefined;
    };
    step();
  }

  clear(): void {
    clearTimeout(this.#nudging);
    this.#channels.clear();
  }
}
