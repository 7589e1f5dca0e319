import { type ReadonlySignal, signal } from "@preact/signals";
import type { Api } from "../api.ts";

export interface SetsStore {
  readonly names: ReadonlySignal<readonly string[]>;
  /** A list of what may be typed: without it everything still can be. */
  load(): Promise<void>;
}

/** The names of the tenant's sets. */
export function createSetsStore(api: Pick<Api, "listSets">): SetsStore {
  const names = signal<readonly string[]>([]);
  return {
    names,
    async load() {
      const found = await api.listSets().catch(() => null);
      if (found) names.value = found.items.map(({ name }) => name);
    },
  };
}
