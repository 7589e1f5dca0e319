import { type ReadonlySignal, signal } from "@preact/signals";
import type { Settings } from "../../../protocol/admin.ts";
import type { ModelChoices } from "../../../protocol/admin-usage.ts";
import type {
  NewPlaygroundRun,
  PlaygroundAnswer,
  PlaygroundDocuments,
  PlaygroundListed,
  PlaygroundRun,
  PlaygroundSend,
} from "../../../protocol/playground.ts";
import { playgroundRoutes } from "../../../protocol/routes/playground.ts";
import { modelRoutes, settingsRoutes } from "../../../protocol/routes/settings.ts";
import type { Api } from "../api.ts";
import { type Attempt, attempt, reread } from "../ui/attempt.ts";
import { createLoaded, type Loaded } from "../ui/loaded.ts";
import { onePerSession } from "../ui/one-per-session.ts";

/** Identifies an answer and its run. */
export interface AnswerPosition {
  runId: string;
  messageId: string;
}

/** The published state below a draft: settings, available models, and documents with their versions. */
export interface DraftBase {
  settings: Pick<Settings, "guidance" | "tone" | "threshold" | "models">;
  choices: ModelChoices;
  documents: PlaygroundDocuments["items"];
}

export interface PlaygroundStore {
  readonly list: Loaded<PlaygroundListed[]>;
  readonly base: Loaded<DraftBase>;
  readonly run: Loaded<PlaygroundRun>;
  /** The answer whose steps are visible. */
  readonly answer: Loaded<PlaygroundAnswer>;
  readonly chosen: ReadonlySignal<string | null>;
  relist(): Promise<void>;
  readBase(): Promise<void>;
  /** @param id null to close the open run. */
  open(id: string | null): Promise<void>;
  /** Reloads the open run in place; an error leaves it unchanged. */
  reread(): Promise<void>;
  heard(runId: string | null): void;
  choose(messageId: string): void;
  /** Sends a question; without a run it starts a new one. */
  send(id: string | null, message: PlaygroundSend): Promise<Attempt<string>>;
  begin(wish: NewPlaygroundRun): Promise<Attempt<string>>;
  take(run: PlaygroundRun): void;
}

/** The playground store of this session; created on the first visit of its page. */
export const playgroundStoreOf = onePerSession(createPlaygroundStore);

function createPlaygroundStore(api: Pick<Api, "call">): PlaygroundStore {
  const list = createLoaded<PlaygroundListed[]>();
  const base = createLoaded<DraftBase>();
  const run = createLoaded<PlaygroundRun>();
  const answer = createLoaded<PlaygroundAnswer>();
  const chosen = signal<string | null>(null);
  let openId: string | null = null;
  let edition = 0;

  const relist = () =>
    list.load(async (signal) => (await api.call(playgroundRoutes.listPlaygroundRuns, {}, { signal })).items);
  const readAnswer = async () => {
    const [runId, messageId] = [openId, chosen.peek()];
    if (runId === null || messageId === null) return;
    const known = answer.state.peek();
    if (known.type !== "ready" || known.value.id !== messageId) answer.reset();
    try {
      const next = await api.call(playgroundRoutes.readPlaygroundAnswer, { id: runId, message: messageId });
      if (chosen.peek() === messageId) answer.set(next);
    } catch (cause) {
      if (chosen.peek() === messageId) await answer.load(() => Promise.reject(cause));
    }
  };
  const take = (next: PlaygroundRun) => {
    if (openId !== null && next.id !== openId) return;
    edition += 1;
    openId = next.id;
    const before = run.state.peek();
    run.set(next);
    const answers = next.messages.filter(({ role, is_given: isGiven }) => role === "assistant" && !isGiven);
    const newest = answers.at(-1)?.id ?? null;
    const isNew = before.type !== "ready" || before.value.messages.every(({ id }) => id !== newest);
    // Select a new answer; otherwise keep the selection.
    if (isNew || answers.every(({ id }) => id !== chosen.peek())) chosen.value = newest;
    void readAnswer();
  };
  const readRun = (id: string, signal?: AbortSignal) =>
    api.call(playgroundRoutes.readPlaygroundRun, { id }, { signal });
  return {
    list,
    base,
    run,
    answer,
    chosen,
    relist,
    take,
    readBase: () =>
      base.load(async (signal) => {
        const [settings, choices, { items: documents }] = await Promise.all([
          api.call(settingsRoutes.readSettings, {}, { signal }),
          api.call(modelRoutes.readModelChoices, {}, { signal }),
          api.call(playgroundRoutes.listPlaygroundDocuments, {}, { signal }),
        ]);
        return { settings, choices, documents };
      }),
    async open(id) {
      const known = run.state.peek();
      const isShown = known.type === "ready" && known.value.id === id;
      openId = id;
      if (isShown) return;
      edition += 1;
      chosen.value = null;
      run.reset();
      answer.reset();
      if (id === null) return;
      await run.load((stop) => readRun(id, stop));
      const read = run.state.peek();
      if (read.type === "ready") take(read.value);
    },
    async reread() {
      const id = openId;
      if (id === null) return;
      const before = edition;
      await reread({
        read: () => readRun(id),
        isOpen: () => openId === id,
        take: (next) => before === edition && take(next),
        gone: (cause) => run.load(() => Promise.reject(cause)),
      });
    },
    heard(runId) {
      if (runId === null || runId === openId) void this.reread();
    },
    choose(messageId) {
      chosen.value = messageId;
      void readAnswer();
    },
    async send(id, message) {
      const sent = await attempt(() =>
        id === null
          ? api.call(playgroundRoutes.beginPlaygroundRun, { body: { message } })
          : api.call(playgroundRoutes.askInPlayground, { id, body: message }),
      );
      if ("problem" in sent) return sent;
      take(sent.done);
      void relist();
      return { done: sent.done.id };
    },
    async begin(wish) {
      const begun = await attempt(() => api.call(playgroundRoutes.beginPlaygroundRun, { body: wish }));
      if ("problem" in begun) return begun;
      void relist();
      return { done: begun.done.id };
    },
  };
}
