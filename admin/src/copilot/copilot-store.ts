import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { BranchRequest } from "../../../protocol/copilot-branches.ts";
import type {
  CopilotAnswer,
  CopilotConversation,
  CopilotList,
  CopilotListed,
  CopilotMenu,
  CopilotSend,
} from "../../../protocol/copilot-conversations.ts";
import { copilotRoutes } from "../../../protocol/routes/copilot.ts";
import type { Api } from "../api.ts";
import { ApiError, errorSentence } from "../ui/api-call.ts";
import { type Attempt, attempt, reread } from "../ui/attempt.ts";
import { createLoaded, type Loaded } from "../ui/loaded.ts";
import { onePerSession } from "../ui/one-per-session.ts";

/** Identifies a message of the copilot and its conversation. */
export interface MessagePlace {
  conversationId: string;
  messageId: string;
}

/** Route parameters of the message. */
export function messageParams({ conversationId, messageId }: MessagePlace): { id: string; message: string } {
  return { id: conversationId, message: messageId };
}

export interface ListWish {
  words: string;
  isArchived: boolean;
}

export interface CopilotStore {
  readonly call: Api["call"];
  readonly list: Loaded<CopilotListed[]>;
  readonly menu: Loaded<CopilotMenu>;
  readonly conversation: Loaded<CopilotConversation>;
  /** The copilot's current activity in the open conversation. */
  readonly status: ReadonlySignal<string | null>;
  show(wish: ListWish): Promise<void>;
  relist(): Promise<void>;
  /** Whether there are older conversations. */
  readonly hasMore: ReadonlySignal<boolean>;
  showMore(): Promise<void>;
  readMenu(): Promise<void>;
  /** @param id null to close the open one. */
  open(id: string | null): Promise<void>;
  /** Reloads the open conversation in place; an error leaves it unchanged. */
  reread(): Promise<void>;
  heard(conversationId: string | null, statusText: string | null): void;
  /** Sends a message; without a conversation it starts a new one. */
  send(id: string | null, message: CopilotSend): Promise<Attempt<string>>;
  /** These return an error message on failure. */
  answer(place: MessagePlace, questionId: string, answer: CopilotAnswer): Promise<string | null>;
  work(run: () => Promise<CopilotConversation>): Promise<string | null>;
  /** Creates a branch after a message. */
  fork(place: MessagePlace, wish: BranchRequest): Promise<Attempt<string>>;
}

/** The copilot store of this session; created on the first visit of its page. */
export const copilotStoreOf = onePerSession(createCopilotStore);

const answeredElsewhere = "This was answered in another window.";

function createCopilotStore(api: Pick<Api, "call">): CopilotStore {
  const list = createLoaded<CopilotListed[]>();
  const menu = createLoaded<CopilotMenu>();
  const status = signal<string | null>(null);
  const shown = openConversation(api, status);
  const steps = createSteps();
  let wish: ListWish = { words: "", isArchived: false };

  const hasMore = signal(false);
  let pages = 1;

  const relist = () =>
    list.load(async (signal) => {
      const { words, isArchived } = wish;
      const query = { ...(words ? { q: words } : {}), ...(isArchived ? { archived: "true" as const } : {}) };
      const items: CopilotListed[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < pages && (page === 0 || cursor !== null); page += 1) {
        const input = { query: { ...query, ...(cursor === null ? {} : { cursor }) } };
        const read: CopilotList = await api.call(copilotRoutes.listCopilotConversations, input, { signal });
        items.push(...read.items);
        cursor = read.next_cursor;
      }
      hasMore.value = cursor !== null;
      return items;
    });
  const work = async (run: () => Promise<CopilotConversation>): Promise<string | null> => {
    const came = await attempt(run);
    if ("problem" in came) return came.problem;
    shown.take(came.done);
    void relist();
    return null;
  };

  return {
    call: api.call,
    list,
    menu,
    conversation: shown.conversation,
    status,
    async show(next) {
      [wish, pages] = [next, 1];
      await relist();
    },
    hasMore,
    async showMore() {
      pages += 1;
      await relist();
    },
    relist,
    readMenu: () => menu.load((signal) => api.call(copilotRoutes.readCopilotMenu, {}, { signal })),
    open: shown.open,
    reread: shown.reread,
    heard(conversationId, statusText) {
      const isOpen = () => conversationId === null || conversationId === shown.id();
      // A run sends many status texts; they do not change the list or the messages.
      if (statusText === null) void relist();
      if (!isOpen()) return;
      steps.next(() => {
        if (!isOpen()) return false;
        if (statusText === null) void shown.reread();
        else if (shown.isRunning()) status.value = statusText;
        return statusText !== null;
      });
    },
    async send(id, message) {
      const sent = await attempt(() =>
        id === null
          ? api.call(copilotRoutes.beginCopilotConversation, { body: { message } })
          : api.call(copilotRoutes.askCopilot, { id, body: message }),
      );
      if ("problem" in sent) return sent;
      shown.take(sent.done);
      void relist();
      return { done: sent.done.id };
    },
    async answer(place, questionId, answer) {
      try {
        const body = { question_id: questionId, answer };
        shown.take(await api.call(copilotRoutes.answerCopilot, { ...messageParams(place), body }));
        void relist();
        return null;
      } catch (cause) {
        if (!(cause instanceof ApiError) || cause.status !== 409) return errorSentence(cause);
        await shown.reread();
        return answeredElsewhere;
      }
    },
    work,
    async fork(place, wish) {
      const made = await attempt(() =>
        api.call(copilotRoutes.branchCopilotConversation, { ...messageParams(place), body: wish }),
      );
      if ("problem" in made) return made;
      void relist();
      return { done: made.done.id };
    },
  };
}

/** Minimum time per status, in ms: shorter ones cannot be read. */
const leastShownMs = 300;
/** Limit of waiting statuses; more would delay the result. */
const mostWaiting = 6;

/** Shows steps one after the other, each for a minimum time. A step returns whether it displayed something. */
function createSteps() {
  const waiting: (() => boolean)[] = [];
  let isBusy = false;
  const run = () => {
    const step = waiting.shift();
    isBusy = step !== undefined;
    if (step?.()) setTimeout(run, leastShownMs);
    else if (step) run();
  };
  return {
    next(step: () => boolean): void {
      waiting.push(step);
      if (waiting.length > mostWaiting) waiting.shift();
      if (!isBusy) run();
    },
  };
}

/** The open conversation. The later of two reads wins, and the result of an action wins over a read that started earlier. */
function openConversation({ call }: Pick<Api, "call">, status: { value: string | null }) {
  const conversation = createLoaded<CopilotConversation>();
  const read = (id: string, signal?: AbortSignal) => call(copilotRoutes.readCopilotConversation, { id }, { signal });
  let openId: string | null = null;
  let edition = 0;
  const take = (next: CopilotConversation) => {
    if (openId !== null && next.id !== openId) return;
    edition += 1;
    openId = next.id;
    batch(() => {
      conversation.set(next);
      if (!next.messages.some(({ state }) => state === "running")) status.value = null;
    });
  };
  return {
    conversation,
    take,
    id: () => openId,
    isRunning(): boolean {
      const known = conversation.state.peek();
      return known.type === "ready" && known.value.messages.some(({ state }) => state === "running");
    },
    async open(id: string | null) {
      const known = conversation.state.peek();
      const isShown = known.type === "ready" && known.value.id === id;
      openId = id;
      if (isShown) return;
      edition += 1;
      batch(() => {
        status.value = null;
        conversation.reset();
      });
      if (id !== null) await conversation.load((stop) => read(id, stop));
    },
    async reread() {
      const id = openId;
      if (id === null) return;
      const before = edition;
      await reread({
        read: () => read(id),
        isOpen: () => openId === id,
        take: (next) => before === edition && take(next),
        gone: (cause) => conversation.load(() => Promise.reject(cause)),
      });
    },
  };
}
