import { type ReadonlySignal, signal } from "@preact/signals";
import type {
  GapDetail,
  GapDraft,
  GapListResponse,
  GapStatus,
  GapView,
  SimilarTickets,
} from "../../../../protocol/admin-gaps.ts";
import type { SnippetView } from "../../../../protocol/admin-snippets.ts";
import type { Api } from "../../api.ts";
import { ApiError, type Ask, errorSentence, queryString } from "../../ui/api-call.ts";
import { createLoaded, type Loaded } from "../../ui/loaded.ts";
import { onePerSession } from "../../ui/one-per-session.ts";

const pageSize = 50;

/** What a draft came to: a proposal to look at, nothing to draft from, or a refusal in a sentence. */
type Drafted = { snippet: SnippetView } | { isUnanswered: true } | { problem: string };

interface GapsStore {
  readonly page: Loaded<GapListResponse>;
  readonly detail: Loaded<GapDetail>;
  /** Gaps that something is being done to. */
  readonly busy: ReadonlySignal<ReadonlySet<string>>;
  show(status: GapStatus): Promise<void>;
  /** Adds the next page; a sentence when it could not be had. */
  more(): Promise<string | null>;
  open(id: string): Promise<void>;
  /** These return a sentence when they were refused. */
  ignore(id: string): Promise<string | null>;
  reopen(id: string): Promise<string | null>;
  draft(id: string): Promise<Drafted>;
}

/** The gaps of this session; made when one of their pages is gone to for the first time. */
export const gapsStoreOf = onePerSession(createGapsStore);

function createGapsStore(api: Pick<Api, "admin">): GapsStore {
  const calls = gapCalls(api.admin);
  const page = createLoaded<GapListResponse>();
  const detail = createLoaded<GapDetail>();
  const busy = signal<ReadonlySet<string>>(new Set());
  let status: GapStatus = "open";
  let shown: string | null = null;

  /** What is on the screen is read again where it stands, so that nothing jumps. */
  async function readAgain(): Promise<void> {
    const open = shown;
    await Promise.all([
      page.state.peek().type === "ready" ? page.load((stop) => calls.list({ status, limit: pageSize }, stop)) : null,
      open === null ? null : detail.load((stop) => calls.read(open, stop)),
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
      await page.load((stop) => calls.list({ status: wanted, limit: pageSize }, stop));
    },
    async more() {
      const before = page.state.peek();
      if (before.type !== "ready" || before.value.next_cursor === null) return null;
      const query = { status, limit: pageSize, cursor: before.value.next_cursor };
      try {
        const next = await calls.list(query);
        if (page.state.peek() === before) page.set({ ...next, items: [...before.value.items, ...next.items] });
        return null;
      } catch (cause) {
        return errorSentence(cause);
      }
    },
    async open(id) {
      if (shown !== id) detail.reset();
      shown = id;
      await detail.load((stop) => calls.read(id, stop));
    },
    ignore: (id) => decide(id, () => calls.ignore(id)),
    reopen: (id) => decide(id, () => calls.reopen(id)),
    draft: (id) =>
      work<Drafted>(id, async () => {
        try {
          const { snippet_id } = await calls.draft(id);
          return { snippet: await calls.snippet(snippet_id) };
        } catch (cause) {
          if (cause instanceof ApiError && cause.code === "conflict") return { isUnanswered: true };
          throw cause;
        }
      }),
  };
}

/** A model may write the draft. */
const draftTimeoutMs = 70_000;

/** The calls about gaps; they come with their pages. */
export function gapCalls(admin: Ask) {
  const one = (id: string) => `/gaps/${encodeURIComponent(id)}`;
  return {
    list: (query: { status: GapStatus; cursor?: string; limit: number }, signal?: AbortSignal) =>
      admin<GapListResponse>(`/gaps${queryString(query)}`, { signal }),
    read: (id: string, signal?: AbortSignal) => admin<GapDetail>(one(id), { signal }),
    ignore: (id: string) => admin<GapView>(`${one(id)}/ignore`, { method: "POST", body: {} }),
    reopen: (id: string) => admin<GapView>(`${one(id)}/reopen`, { method: "POST", body: {} }),
    draft: (id: string) => admin<GapDraft>(`${one(id)}/draft`, { method: "POST", body: {}, timeoutMs: draftTimeoutMs }),
    similar: (ticketId: string, signal: AbortSignal) =>
      admin<SimilarTickets>(`/tickets/${encodeURIComponent(ticketId)}/similar`, { signal }),
    snippet: (id: string) => admin<SnippetView>(`/snippets/${encodeURIComponent(id)}`),
  };
}
