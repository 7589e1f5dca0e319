import { type HubSubscription, type LiveHub, stopTopic } from "../live/hub.ts";

/** Hears of turns that were stopped in another process, for the tenants whose turns are here. */
export class StopListeners {
  readonly #hub: LiveHub;
  readonly #onStop: (turnId: string) => Promise<unknown>;
  readonly #listeners = new Map<string, Promise<HubSubscription>>();

  /** @param onStop must not throw. */
  constructor(hub: LiveHub, onStop: (turnId: string) => Promise<unknown>) {
    this.#hub = hub;
    this.#onStop = onStop;
  }

  /** Listens for a tenant's stops from now on; once is enough. */
  async listen(tenantId: string): Promise<void> {
    const known = this.#listeners.get(tenantId);
    const listening = known ?? this.#hub.listen(stopTopic(tenantId), (turnId) => void this.#onStop(turnId));
    this.#listeners.set(tenantId, listening);
    await listening;
  }

  async close(): Promise<void> {
    for (const listener of this.#listeners.values()) await (await listener).close();
    this.#listeners.clear();
  }
}
