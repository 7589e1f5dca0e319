import { type ReadonlySignal, signal } from "@preact/signals";
import type { EmbedView } from "../../../protocol/admin-embed.ts";
import type { Api } from "../ui/api.ts";
import { errorSentence } from "../ui/api-error.ts";
import { onePerSession } from "../ui/one-per-session.ts";

export interface EmbedStore {
  readonly view: ReadonlySignal<EmbedView | null>;
  readonly error: ReadonlySignal<string>;
  load(): Promise<void>;
}

/** The script tag of the tenant, and where it was seen at work. */
export const embedStoreOf = onePerSession(createEmbedStore);

function createEmbedStore(api: Pick<Api, "embed">): EmbedStore {
  const view = signal<EmbedView | null>(null);
  const error = signal("");
  return {
    view,
    error,
    async load() {
      try {
        view.value = await api.embed();
        error.value = "";
      } catch (cause) {
        error.value = errorSentence(cause);
      }
    },
  };
}
