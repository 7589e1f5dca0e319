import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { documentRoutes } from "../../../protocol/routes/documents.ts";
import { settingsRoutes } from "../../../protocol/routes/settings.ts";
import type { Api } from "../api.ts";
import type { TextStorage } from "../ui/storage.ts";

export type SetupStep = "domain" | "knowledge" | "tried" | "embedded";

export interface SetupStore {
  /** `unknown` until it is known whether the tenant is empty. */
  readonly phase: ReadonlySignal<"unknown" | "open" | "closed">;
  readonly done: ReadonlySignal<Readonly<Record<SetupStep, boolean>>>;
  readonly left: ReadonlySignal<number>;
  /** Checks which steps are done; closes the list after the last. */
  look(): Promise<void>;
  /** The user asked the assistant a question here. */
  tried(): void;
  dismiss(): void;
}

interface SetupOptions {
  api: Pick<Api, "call">;
  storage: TextStorage;
  tenantId: string;
  /** Only admins can do all steps. */
  isAdmin: boolean;
}

/** The first steps of an empty tenant. They are shown until all are done or the user dismisses them. */
export function createSetupStore({ api, storage, tenantId, isAdmin }: SetupOptions): SetupStore {
  const stateKey = `parley-console:setup:${tenantId}`;
  const triedKey = `parley-console:tried:${tenantId}`;
  const isClosed = !isAdmin || storage.get(stateKey) === "closed";
  const phase = signal<"unknown" | "open" | "closed">(isClosed ? "closed" : "unknown");
  const done = signal<Record<SetupStep, boolean>>({
    domain: false,
    knowledge: false,
    tried: storage.get(triedKey) !== null,
    embedded: false,
  });
  const left = computed(() => Object.values(done.value).filter((isDone) => !isDone).length);

  const close = () => {
    storage.set(stateKey, "closed");
    phase.value = "closed";
  };

  return {
    phase,
    done,
    left,
    async look() {
      if (phase.value === "closed") return;
      try {
        const [settings, documents, embed] = await Promise.all([
          api.call(settingsRoutes.readSettings),
          api.call(documentRoutes.listDocuments, { query: { limit: 100 } }),
          api.call(settingsRoutes.readEmbedSnippet),
        ]);
        done.value = {
          ...done.value,
          domain: settings.domains.length > 0,
          knowledge: documents.items.length > 0,
          embedded: embed.seen.length > 0,
        };
        const isEmpty = !done.value.domain || !done.value.knowledge;
        if (left.value === 0 || (storage.get(stateKey) === null && !isEmpty)) return close();
        storage.set(stateKey, "open");
        phase.value = "open";
      } catch {
        // The inbox shows the server error; the next page checks again.
        if (phase.value === "unknown") phase.value = "closed";
      }
    },
    tried() {
      if (done.value.tried) return;
      storage.set(triedKey, "yes");
      done.value = { ...done.value, tried: true };
      if (phase.value === "open" && left.value === 0) close();
    },
    dismiss: close,
  };
}
