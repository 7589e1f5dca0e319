import { type ReadonlySignal, signal } from "@preact/signals";
import type { ApiKey, CreateKeyRequest } from "../../../../protocol/admin-people.ts";
import { keyRoutes } from "../../../../protocol/routes/keys.ts";
import type { Api } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { onePerSession } from "../../ui/one-per-session.ts";

export interface KeysStore {
  readonly phase: ReadonlySignal<"loading" | "ready" | "failed">;
  readonly error: ReadonlySignal<string>;
  readonly keys: ReadonlySignal<readonly ApiKey[]>;
  load(): Promise<void>;
  /** Creates a key, which is shown only this once; returns an error message on failure. */
  create(body: CreateKeyRequest): Promise<{ key: string } | { problem: string }>;
  /** Revokes a key at once; returns an error message on failure. */
  revoke(id: string): Promise<string | null>;
}

export const keysStoreOf = onePerSession(createKeysStore);

function createKeysStore({ call }: Pick<Api, "call">): KeysStore {
  const phase = signal<"loading" | "ready" | "failed">("loading");
  const error = signal("");
  const keys = signal<readonly ApiKey[]>([]);

  async function load(): Promise<void> {
    if (phase.value === "failed") phase.value = "loading";
    try {
      keys.value = (await call(keyRoutes.listKeys)).items;
      phase.value = "ready";
    } catch (cause) {
      error.value = errorSentence(cause);
      if (phase.value === "loading") phase.value = "failed";
    }
  }

  return {
    phase,
    error,
    keys,
    load,
    async create(body) {
      try {
        return { key: (await call(keyRoutes.createKey, { body })).api_key };
      } catch (cause) {
        return { problem: errorSentence(cause) };
      } finally {
        await load();
      }
    },
    async revoke(id) {
      try {
        await call(keyRoutes.revokeKey, { id });
        return null;
      } catch (cause) {
        return errorSentence(cause);
      } finally {
        await load();
      }
    },
  };
}
