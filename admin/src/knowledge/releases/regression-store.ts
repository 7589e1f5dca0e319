import { signal } from "@preact/signals";
import type {
  NewRegressionQuestion,
  RegressionChange,
  RegressionListResponse,
} from "../../../../protocol/regression.ts";
import { regressionQuestionRoutes } from "../../../../protocol/routes/regression-questions.ts";
import type { Api } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { createLoaded } from "../../ui/loaded.ts";
import { onePerSession } from "../../ui/one-per-session.ts";

const pageSize = 50;

export const regressionStoreOf = onePerSession(createRegressionStore);

function createRegressionStore(api: Pick<Api, "call">) {
  const page = createLoaded<RegressionListResponse>();
  const busy = signal(false);
  let words = "";

  const list = (cursor?: string, signal?: AbortSignal) =>
    api.call(
      regressionQuestionRoutes.listRegressionQuestions,
      { query: { q: words, cursor, limit: pageSize } },
      { signal },
    );
  const load = () => page.load((stop) => list(undefined, stop));

  /** Returns an error message on failure. */
  async function work<T>(change: () => Promise<T>): Promise<{ done: T } | { problem: string }> {
    busy.value = true;
    try {
      const done = await change();
      if (page.state.peek().type === "ready") await load();
      return { done };
    } catch (cause) {
      return { problem: errorSentence(cause) };
    } finally {
      busy.value = false;
    }
  }

  return {
    page,
    busy,
    show(q: string): Promise<void> {
      words = q;
      return load();
    },
    async more(): Promise<string | null> {
      const before = page.state.peek();
      if (before.type !== "ready" || before.value.next_cursor === null) return null;
      try {
        const next = await list(before.value.next_cursor);
        if (page.state.peek() === before) page.set({ ...next, items: [...before.value.items, ...next.items] });
        return null;
      } catch (cause) {
        return errorSentence(cause);
      }
    },
    keep: (body: NewRegressionQuestion) =>
      work(() => api.call(regressionQuestionRoutes.keepRegressionQuestion, { body })),
    change: (id: string, body: RegressionChange) =>
      work(() => api.call(regressionQuestionRoutes.changeRegressionQuestion, { id, body })),
    remove: (id: string) => work(() => api.call(regressionQuestionRoutes.deleteRegressionQuestion, { id })),
    takeFile: (csv: string) =>
      work(() => api.call(regressionQuestionRoutes.importRegressionQuestions, { body: { csv } })),
  };
}
