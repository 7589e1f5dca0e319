import { type ReadonlySignal, signal } from "@preact/signals";
import type { GapDetail, GapListResponse, GapStatus, QuestionAskedOnce } from "../../../../protocol/admin-gaps.ts";
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

interface AskedOnce {
  items: QuestionAskedOnce[];
  next_cursor: string | null;
}

interface GapsStore {
  readonly page: Loaded<GapListResponse>;
  /** Questions that were asked once. */
  readonly once: Loaded<AskedOnce>;
  readonly detail: Loaded<GapDetail>;
  /** Gaps with an action in progress. */
  readonly busy: ReadonlySignal<ReadonlySet<string>>;
  show(status: GapStatus): Promise<void>;
  /** Adds the next page; returns an error message on failure. */
  more(): Promise<string | null>;
  showOnce(): Promise<void>;
  moreOnce(): Promise<string | null>;
  /** Opens a gap for a question that was asked once, and returns its id. */
  openGap(turnId: string): Promise<{ id: string } | { problem: string }>;
  /** Takes a question that has a gap now out of the list. */
  leaveOnce(turnId: string): void;
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
  const once = createLoaded<AskedOnce>();
  const detail = createLoaded<GapDetail>();
  const busy = signal<ReadonlySet<string>>(new Set());
  let status: GapStatus = "open";
  let shown: string | null = null;

  const readPage = (cursor?: string, stop?: AbortSignal) =>
    call(gapRoutes.listGaps, { query: { status, limit: pageSize, cursor } }, { signal: stop });
  const readOnce = (cursor?: string, stop?: AbortSignal) =>
    call(gapRoutes.listQuestionsAskedOnce, { query: { limit: pageSize, cursor } }, { signal: stop });
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
    once,
    detail,
    busy,
    async show(wanted) {
      if (wanted !== status) page.reset();
      status = wanted;
      shown = null;
      await page.load((stop) => readPage(undefined, stop));
    },
    more: () => addPage(page, readPage),
    showOnce: () => once.load((stop) => readOnce(undefined, stop)),
    moreOnce: () => addPage(once, readOnce),
    openGap: (turnId) => work(turnId, () => call(gapRoutes.openGap, { body: { turn_id: turnId } })),
    leaveOnce(turnId) {
      const list = once.state.peek();
      if (list.type === "ready")
        once.set({ ...list.value, items: list.value.items.filter(({ turn_id }) => turn_id !== turnId) });
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

/** Adds the next page of a list. @returns an error message on failure. */
async function addPage<Item, Page extends { items: Item[]; next_cursor: string | null }>(
  list: Loaded<Page>,
  read: (cursor: string) => Promise<Page>,
): Promise<string | null> {
  const before = list.state.peek();
  if (before.type !== "ready" || before.value.next_cursor === null) return null;
  try {
    const next = await read(before.value.next_cursor);
    if (list.state.peek() === before) list.set({ ...next, items: [...before.value.items, ...next.items] });
    return null;
  } catch (cause) {
    return errorSentence(cause);
  }
}
