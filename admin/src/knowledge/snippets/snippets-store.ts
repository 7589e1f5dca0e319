import { type ReadonlySignal, signal } from "@preact/signals";
import type { SnippetCounts, SnippetState, SnippetView } from "../../../../protocol/admin-snippets.ts";
import { snippetRoutes } from "../../../../protocol/routes/snippets.ts";
import type { Api } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { createLatest } from "../../ui/latest.ts";

const pageSize = 50;

export interface SnippetText {
  question: string;
  answer: string;
  /** `YYYY-MM-DD`; null: no review date. */
  review_by: string | null;
}

/** The listed snippets: those in one state, or live ones due for review. */
export type SnippetList = SnippetState | "due";

export interface SnippetsStore {
  readonly items: ReadonlySignal<readonly SnippetView[]>;
  readonly counts: ReadonlySignal<SnippetCounts>;
  readonly phase: ReadonlySignal<"loading" | "ready" | "failed">;
  readonly error: ReadonlySignal<string>;
  readonly hasMore: ReadonlySignal<boolean>;
  /** Snippets with an action in progress. */
  readonly busy: ReadonlySignal<ReadonlySet<string>>;
  show(state: SnippetList, words: string): Promise<void>;
  /** Loads the number of snippets per state, for the rail. */
  count(): Promise<void>;
  more(): Promise<void>;
  /** These return an error message on failure. */
  add(text: SnippetText): Promise<string | null>;
  change(id: string, text: Partial<SnippetText>): Promise<string | null>;
  decide(id: string, verb: SnippetVerb): Promise<string | null>;
  remove(id: string): Promise<string | null>;
  /** Unsaved text of a snippet (`new`: of a new one). */
  draft(id: string): SnippetText | undefined;
  keepDraft(id: string, text: SnippetText | null): void;
}

/** A reviewer's decision about a snippet. */
export type SnippetVerb = keyof typeof decisions;
const decisions = {
  approve: snippetRoutes.approveSnippet,
  reject: snippetRoutes.rejectSnippet,
  withdraw: snippetRoutes.withdrawSnippet,
};

/** Snippets and their review. */
export function createSnippetsStore({ call }: Pick<Api, "call">): SnippetsStore {
  const items = signal<readonly SnippetView[]>([]);
  const counts = signal<SnippetCounts>({ proposed: 0, live: 0, rejected: 0, withdrawn: 0, due: 0 });
  const phase = signal<"loading" | "ready" | "failed">("loading");
  const error = signal("");
  const cursor = signal<string | null>(null);
  const hasMore = signal(false);
  const busy = signal<ReadonlySet<string>>(new Set());
  const drafts = new Map<string, SnippetText>();
  const latest = createLatest();
  let shown: { state: SnippetList; q: string } = { state: "proposed", q: "" };

  async function read(from: string | null): Promise<void> {
    const query = { ...shown, limit: pageSize, ...(from ? { cursor: from } : {}) };
    await latest.run(
      (stop) => call(snippetRoutes.listSnippets, { query }, { signal: stop }),
      (page) => {
        items.value = from ? [...items.value, ...page.items] : page.items;
        counts.value = page.counts;
        cursor.value = page.next_cursor;
        hasMore.value = page.next_cursor !== null;
        phase.value = "ready";
      },
      (cause) => {
        error.value = errorSentence(cause);
        phase.value = "failed";
      },
    );
  }

  async function work(id: string, run: () => Promise<unknown>): Promise<string | null> {
    if (busy.value.has(id)) return null;
    busy.value = new Set([...busy.value, id]);
    try {
      await run();
      await read(null);
      return null;
    } catch (cause) {
      return errorSentence(cause);
    } finally {
      busy.value = new Set([...busy.value].filter((other) => other !== id));
    }
  }

  return {
    items,
    counts,
    phase,
    error,
    hasMore,
    busy,
    async show(state, words) {
      if (state !== shown.state || phase.value === "failed") phase.value = "loading";
      shown = { state, q: words };
      await read(null);
    },
    async count() {
      const page = await call(snippetRoutes.listSnippets, { query: { limit: 1 } }).catch(() => null);
      if (page) counts.value = page.counts;
    },
    more: () => read(cursor.value),
    add: (text) => work("new", () => call(snippetRoutes.createSnippet, { body: text })),
    change: (id, text) => work(id, () => call(snippetRoutes.changeSnippet, { id, body: text })),
    decide: (id, verb) => work(id, () => call(decisions[verb], { id })),
    remove: (id) => work(id, () => call(snippetRoutes.deleteSnippet, { id })),
    draft: (id) => drafts.get(id),
    keepDraft(id, text) {
      if (text) drafts.set(id, text);
      else drafts.delete(id);
    },
  };
}
