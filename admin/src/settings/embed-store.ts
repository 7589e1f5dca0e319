import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { PageReport } from "../../../protocol/admin-doctor.ts";
import type { EmbedView } from "../../../protocol/admin-embed.ts";
import { checkRoutes, settingsRoutes } from "../../../protocol/routes/settings.ts";
import type { Api } from "../api.ts";
import { errorSentence } from "../ui/api-call.ts";
import { onePerSession } from "../ui/one-per-session.ts";

interface EmbedStore {
  readonly view: ReadonlySignal<EmbedView | null>;
  readonly error: ReadonlySignal<string>;
  load(): Promise<void>;
}

/** The tenant's script tag and the pages that use it. */
export const embedStoreOf = onePerSession(createEmbedStore);

function createEmbedStore(api: Pick<Api, "call">): EmbedStore {
  const view = signal<EmbedView | null>(null);
  const error = signal("");
  return {
    view,
    error,
    async load() {
      try {
        view.value = await api.call(settingsRoutes.readEmbedSnippet);
        error.value = "";
      } catch (cause) {
        error.value = errorSentence(cause);
      }
    },
  };
}

type PageCheckState =
  | { type: "idle" }
  | { type: "checking" }
  | { type: "done"; report: PageReport }
  | { type: "failed"; message: string };

interface PageCheckStore {
  /** The URL in the field. */
  readonly url: Signal<string>;
  readonly state: ReadonlySignal<PageCheckState>;
  /** Checks the page at the URL in the field. */
  check(): Promise<void>;
}

/** The server's check of one page of the tenant's site. */
export const pageCheckOf = onePerSession(createPageCheckStore);

function createPageCheckStore(api: Pick<Api, "call">): PageCheckStore {
  const url = signal("");
  const state = signal<PageCheckState>({ type: "idle" });
  return {
    url,
    state,
    async check() {
      if (state.peek().type === "checking" || url.peek().trim() === "") return;
      state.value = { type: "checking" };
      try {
        state.value = {
          type: "done",
          report: await api.call(checkRoutes.checkPage, { body: { url: url.peek().trim() } }),
        };
      } catch (cause) {
        state.value = { type: "failed", message: errorSentence(cause) };
      }
    },
  };
}
