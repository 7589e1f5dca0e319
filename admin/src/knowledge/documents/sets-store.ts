import { type ReadonlySignal, signal } from "@preact/signals";
import type { ChangeSetRequest, DocumentSet } from "../../../../protocol/admin-sets.ts";
import type { LabelColor } from "../../../../protocol/triage.ts";
import type { Api } from "../../ui/api.ts";
import { errorSentence } from "../../ui/api-error.ts";

export interface SetsStore {
  readonly items: ReadonlySignal<readonly DocumentSet[]>;
  /** A list of what may be typed: without it everything still can be. */
  load(): Promise<void>;
  colorOf(name: string): LabelColor;
  /** These return a sentence when they were refused. */
  add(set: { name: string; color: LabelColor }): Promise<string | null>;
  change(name: string, change: ChangeSetRequest): Promise<string | null>;
  remove(name: string): Promise<string | null>;
}

type SetsApi = Pick<Api, "listSets" | "addSet" | "changeSet" | "deleteSet">;

/** The tenant's sets of documents. */
export function createSetsStore(api: SetsApi): SetsStore {
  const items = signal<readonly DocumentSet[]>([]);
  async function load(): Promise<void> {
    const found = await api.listSets().catch(() => null);
    if (found) items.value = found.items;
  }
  async function work(run: () => Promise<unknown>): Promise<string | null> {
    try {
      await run();
      await load();
      return null;
    } catch (cause) {
      return errorSentence(cause);
    }
  }
  return {
    items,
    load,
    colorOf: (name) => items.value.find((set) => set.name === name)?.color ?? "grey",
    add: (set) => work(() => api.addSet(set)),
    change: (name, change) => work(() => api.changeSet(name, change)),
    remove: (name) => work(() => api.deleteSet(name)),
  };
}
