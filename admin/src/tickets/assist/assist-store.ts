import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { MessageTranslation, Recap, TicketAssist } from "../../../../protocol/agent-assist.ts";
import type { Message } from "../../../../protocol/messages.ts";
import { agentAssistRoutes } from "../../../../protocol/routes/agent-assist.ts";
import type { Api } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { ownLanguage } from "./own-language.ts";

/** In ms; a model may read many passages. */
export const assistTime = { timeoutMs: 60_000 };

/** State of a translation below a message; errors are not stored. */
type Translated = { type: "asking" } | { type: "done"; made: MessageTranslation } | { type: "failed"; message: string };

export interface AssistStore {
  /** Null until loaded. */
  readonly assist: ReadonlySignal<TicketAssist | null>;
  /** The visitor's language when the agent reads another one; null: nothing to translate. */
  readonly foreign: ReadonlySignal<string | null>;
  readonly translations: ReadonlySignal<ReadonlyMap<string, Translated>>;
  /** True when all messages of the thread, also new ones, are translated. */
  readonly isWhole: ReadonlySignal<boolean>;
  readonly recap: ReadonlySignal<Recap | null>;
  readonly recapping: ReadonlySignal<boolean>;
  readonly problem: ReadonlySignal<string>;
  load(): Promise<void>;
  translate(messageId: string): Promise<void>;
  hide(messageId: string): void;
  showWhole(whole: boolean): void;
  /** Translates the remaining messages, one after the other. */
  follow(messages: readonly Message[]): Promise<void>;
  sumUp(): Promise<void>;
}

const stores = new WeakMap<Api, Map<string, AssistStore>>();

/** Agent assist for one ticket of this session. */
export function assistOf(api: Api, ticketId: string): AssistStore {
  const known = stores.get(api) ?? new Map<string, AssistStore>();
  stores.set(api, known);
  const store = known.get(ticketId) ?? createAssistStore(api, ticketId);
  known.set(ticketId, store);
  return store;
}

/** Only messages of the visitor and the assistant; agents write in their own language. */
export function isTranslatable({ role, content }: Pick<Message, "role" | "content">): boolean {
  return (role === "visitor" || role === "assistant") && content.trim() !== "";
}

/** A response sent before the summary was made may arrive after it. */
function newerOf(read: Recap | null, shown: Recap | null): Recap | null {
  return shown && (read === null || read.created_at < shown.created_at) ? shown : read;
}

function createAssistStore({ call }: Pick<Api, "call">, ticketId: string): AssistStore {
  const assist = signal<TicketAssist | null>(null);
  const translations = signal<ReadonlyMap<string, Translated>>(new Map());
  const isWhole = signal(false);
  const recapping = signal(false);
  const problem = signal("");
  const recap = computed(() => assist.value?.recap ?? null);
  let language = "";
  const put = (id: string, next: Translated | null) => {
    const changed = new Map(translations.value);
    if (next) changed.set(id, next);
    else changed.delete(id);
    translations.value = changed;
  };
  /** Stored translations need no request. */
  const keptOf = (id: string) => assist.peek()?.translations.find((each) => each.message_id === id);

  async function translate(id: string): Promise<void> {
    const now = translations.peek().get(id);
    if (now?.type === "asking" || now?.type === "done") return;
    const kept = keptOf(id);
    if (kept) return put(id, { type: "done", made: kept });
    put(id, { type: "asking" });
    try {
      put(id, {
        type: "done",
        made: await call(
          agentAssistRoutes.translateMessage,
          { id: ticketId, body: { message_id: id, language } },
          assistTime,
        ),
      });
    } catch (error) {
      put(id, { type: "failed", message: errorSentence(error) });
    }
  }

  return {
    assist,
    translations,
    isWhole,
    recap,
    recapping,
    problem,
    foreign: computed(() => {
      const spoken = assist.value?.spoken ?? null;
      return spoken !== null && spoken !== ownLanguage.value ? spoken : null;
    }),
    async load() {
      const wanted = ownLanguage.peek();
      try {
        const found = await call(agentAssistRoutes.readTicketAssist, { id: ticketId, query: { language: wanted } });
        if (wanted !== language) translations.value = new Map();
        language = wanted;
        assist.value = { ...found, recap: newerOf(found.recap, recap.peek()) };
      } catch {
        // Optional content: ignore the error.
      }
    },
    translate,
    hide: (id) => put(id, null),
    showWhole(whole) {
      isWhole.value = whole;
      if (!whole) translations.value = new Map();
    },
    async follow(messages) {
      for (const { id, role, content } of messages) {
        if (!isWhole.peek()) return;
        const known = translations.peek().get(id);
        // A failed translation waits for a click: the next would fail as well.
        if (known?.type === "failed") return;
        if (isTranslatable({ role, content })) await translate(id);
      }
    },
    async sumUp() {
      if (recapping.peek()) return;
      recapping.value = true;
      problem.value = "";
      try {
        const made = await call(
          agentAssistRoutes.summarizeTicket,
          { id: ticketId, body: { language: ownLanguage.peek() } },
          assistTime,
        );
        const before = assist.peek();
        assist.value = before
          ? { ...before, recap: made }
          : { spoken: null, translation: "none", translations: [], recap: made };
      } catch (error) {
        problem.value = errorSentence(error);
      } finally {
        recapping.value = false;
      }
    },
  };
}
