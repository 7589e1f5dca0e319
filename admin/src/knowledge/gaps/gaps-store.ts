import { type ReadonlySignal, signal } from "@preact/signals";
import type { GapDetail, GapListResponse, GapStatus } from "../../../../protocol/admin-gaps.ts";
import type { SnippetView } from "../../../../protocol/admin-snippets.ts";
import { gapRoutes } from "../../../../protocol/routes/gaps.ts";
import { snippetRoutes } from "../../../../protocol/routes/snippets.ts";
import type { Api } from "../../api.ts";
import { ApiError, errorSentence } from "../../ui/api-call.ts";
import { createLoaded, type Loaded } from "../../ui/loaded.ts";
import { onePerSession } from "../../ui/one-per-session.ts";

const pageSize = 50;
/** In ms; a model may write the draft. */
const draftTimeoutMs = 70_000;

/** Result of a draft: a proposed snippet, no reply to use, or an error message. */
type Drafted = { snippet: SnippetView } | { isUnanswered: true } | { problem: string };

interface GapsStore {
  readonly page: Loaded<GapListResponse>;
  readonly detail: Loaded<GapDetail>;
  /** Gaps with an action in progress. */
  readonly busy: ReadonlySignal<ReadonlySet<string>>;
  show(status: GapStatus): Promise<void>;
  /** Adds the next page; returns an error message on failure. */
  more(): Promise<string | null>;
  open(id: string): Promise<void>;
  /** These return an error message on failure. */
  ignore(id: string): Promise<string | null>;
  reopen(id: string): Promise<string | null>;
  draft(id: string): Promise<Drafted>;
}

/** The gaps store of this session; created on the first visit of one of its pages. */
export const gapsStoreOf = onePerSession(createGapsStore);

function createGapsStore({ call }: Pick<Api, "call">): GapsStore {
  const page = createLoaded<GapListResponse>();
  const detail = createLoaded<GapDetail>();
  const busy = signal<ReadonlySet<string>>(new Set());
  let status: GapStatus = "open";
  let shown: string | null = null;

  const readPage = (cursor?: string, stop?: AbortSignal) =>
    call(gapRoutes.listGaps, { query: { status, limit: pageSize, cursor } }, { signal: stop });
  const readDetail = (id: string) => detail.load((stop) => call(gapRoutes.readGap, { id }, { signal: stop }));

  /** Reloads the visible data in place, so that the page does not jump. */
  async function readAgain(): Promise<void> {
    const open = shown;
    await Promise.all([
      page.state.peek().type === "ready" ? page.load((stop) => readPage(undefined, stop)) : null,
      open === null ? null : readDetail(open),
    ]);
  }

  async function work<T>(id: string, run: () => Promise<T>): Promise<T | { problem: string }> {
    busy.value = new Set([...busy.value, id]);
    try {
      const result = await run();
      await readAgain();
      return result;
    } catch (cause) {
      return { problem: errorSentence(cause) };
    } finally {
      busy.value = new Set([...busy.value].filter((other) => other !== id));
    }
  }

  const decide = async (id: string, run: () => Promise<unknown>): Promise<string | null> => {
    if (busy.value.has(id)) return null;
    const result = await work(id, async () => void (await run()));
    return result ? result.problem : null;
  };

  return {
    page,
    detail,
    busy,
    async show(wanted) {
      if (wanted !== status) page.reset();
      status = wanted;
      shown = null;
      await page.load((stop) => readPage(undefined, stop));
    },
    async more() {
      const before = page.state.peek();
      if (before.type !== "ready" || before.value.next_cursor === null) return null;
      try {
        const next = await readPage(before.value.next_cursor);
        if (page.state.peek() === before) page.set({ ...next, items: [...before.value.items, ...next.items] });
        return null;
      } catch (cause) {
        return errorSentence(cause);
      }
    },
    async open(id) {
      if (shown !== id) detail.reset();
      shown = id;
      await readDetail(id);
    },
    ignore: (id) => decide(id, () => call(gapRoutes.ignoreGap, { id })),
    reopen: (id) => decide(id, () => call(gapRoutes.reopenGap, { id })),
    draft: (id) =>
      work<Drafted>(id, async () => {
        try {
          const { snippet_id } = await call(gapRoutes.draftFromGap, { id }, { timeoutMs: draftTimeoutMs });
          return { snippet: await call(snippetRoutes.readSnippet, { id: snippet_id }) };
        } catch (cause) {
          if (cause instanceof ApiError && cause.code === "conflict") return { isUnanswered: true };
          throw cause;
        }
      }),
  };
}
