import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { CopilotMenu, CopilotMessage, CopilotTalk } from "../../../protocol/copilot-talk.ts";
import { useWorkspace } from "../app-context.ts";
import { useBegun } from "../ui/attempt.ts";
import { spentWords } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { LoadedPart } from "../ui/loaded-part.tsx";
import { isPhone } from "../ui/media.ts";
import { Beginning } from "./beginning.tsx";
import { useBranching } from "./branches/branch-from-here.tsx";
import { BranchVerbs, ClosedBar, Trail } from "./branches/branch-head.tsx";
import { ContextCard } from "./branches/context-card.tsx";
import { Composer } from "./composer/composer.tsx";
import { ContextAfter } from "./context/context-view.tsx";
import { PreferencesButton } from "./context/preferences-sheet.tsx";
import { type CopilotStore, copilotStoreOf } from "./copilot-store.ts";
import { type MessageVerbs, verbsFor } from "./message-verbs.ts";
import { CopilotMessageView, PersonMessage } from "./message-view.tsx";
import { useLook } from "./state-line.tsx";
import type { Written } from "./written.ts";

/** One conversation, or the beginning of one. @param id null: a new one. */
export function CopilotThread({ id }: { id: string | null }) {
  const { api } = useWorkspace();
  const store = copilotStoreOf(api);
  const filled = useSignal<Written | null>(null);
  const fill = (written: Written) => (filled.value = written);
  const talk = store.talk.state.value;
  const menuState = store.menu.state.value;
  const menu = menuState.type === "ready" ? menuState.value : null;
  const shown = id !== null && talk.type === "ready" && talk.value.id === id ? talk.value : null;
  useLook(store, isRunningIn(shown));
  return (
    <section class="thread copilot-thread" aria-label="Conversation">
      <Head talk={shown} isNew={id === null} />
      <Log count={shown?.messages.length ?? 0} state={shown?.messages.at(-1)?.state} place={id}>
        {id === null ? (
          <Beginning menu={menu} onFill={fill} />
        ) : (
          <LoadedPart
            state={shown || talk.type !== "ready" ? talk : { type: "loading" }}
            name="The conversation"
            onRetry={() => void store.open(id)}
          >
            {(value) => <Talk talk={value} menu={menu} store={store} onFill={fill} />}
          </LoadedPart>
        )}
      </Log>
      {/* What is not there takes no messages. */}
      {id === null || talk.type !== "failed" ? (
        <Below id={id} shown={shown} store={store} menu={menu} filled={filled} />
      ) : null}
    </section>
  );
}

function isRunningIn(talk: CopilotTalk | null): boolean {
  return talk?.messages.some(({ state }) => state === "running") ?? false;
}

interface BelowProps {
  id: string | null;
  shown: CopilotTalk | null;
  store: CopilotStore;
  menu: CopilotMenu | null;
  filled: Signal<Written | null>;
}

/** The box; what says so where there is none. */
function Below({ id, shown, store, menu, filled }: BelowProps) {
  const { query } = useLocation();
  const begun = useBegun({ id, base: "/console/copilot" }, store.send);
  const isTurned = useTurned(shown);
  if (shown?.is_closed) return <ClosedBar id={shown.id} isFresh={isTurned} />;
  const isEmpty = id === null ? query["new"] === "1" : shown?.messages.length === 0;
  return (
    <Composer
      key={id ?? "new"}
      place={id ?? "new"}
      menu={menu}
      filled={filled}
      isRunning={isRunningIn(shown)}
      // On phones a focus brings up the keyboard, which covers what one has come to read.
      isEager={begun.isFresh || (!isPhone.value && (isTurned || isEmpty))}
      onSend={begun.send}
    />
  );
}

/** True where what is shown was closed or opened again before one's eyes: what had the focus then is gone. */
function useTurned(talk: CopilotTalk | null): boolean {
  const before = useRef<CopilotTalk | null>(null);
  const isTurned = talk !== null && before.current?.id === talk.id && before.current.is_closed !== talk.is_closed;
  useEffect(() => {
    before.current = talk;
  });
  return isTurned;
}

interface TalkProps {
  talk: CopilotTalk;
  menu: CopilotMenu | null;
  store: CopilotStore;
  onFill: (written: Written) => void;
}

/** What was said; where nothing was, and nothing was given along, how one begins. */
function Talk({ talk, menu, store, onFill }: TalkProps) {
  return talk.messages.length === 0 && !talk.context ? (
    <Beginning menu={menu} onFill={onFill} />
  ) : (
    <Messages talk={talk} menu={menu} store={store} />
  );
}

function Head({ talk, isNew }: { talk: CopilotTalk | null; isNew: boolean }) {
  const unnamed = talk?.parent_id ? "New branch" : talk || isNew ? "New conversation" : "Conversation";
  return (
    <header class="copilot-head">
      <a class="icon-btn phone-only" href="/console/copilot" aria-label="Back to the conversations">
        <Icon name="back" />
      </a>
      <div class="copilot-title">
        {talk ? <Trail talk={talk} /> : null}
        <h1 dir="auto">{talk?.title || unnamed}</h1>
      </div>
      {talk?.ticket_id ? (
        <a class="copilot-ticket" href={`/console/inbox/${talk.ticket_id}?view=all`}>
          Ticket{talk.ticket_number === null ? "" : ` #${talk.ticket_number}`}
        </a>
      ) : null}
      {talk ? <Spent messages={talk.messages} /> : null}
      {talk ? <BranchVerbs talk={talk} /> : null}
      <PreferencesButton />
    </header>
  );
}

/** What the conversation has cost so far. */
function Spent({ messages }: { messages: readonly CopilotMessage[] }) {
  const used = messages.flatMap(({ usage }) => usage ?? []);
  const tokens = used.reduce((sum, usage) => sum + usage.input_tokens + usage.output_tokens, 0);
  if (tokens === 0) return null;
  const cost = used.reduce((sum, usage) => sum + usage.cost_micros, 0);
  return (
    <span class="copilot-spent muted" title="This conversation">
      {spentWords(tokens, cost)}
    </span>
  );
}

function Messages({ talk, menu, store }: { talk: CopilotTalk; menu: CopilotMenu | null; store: CopilotStore }) {
  const branching = useBranching(store, talk);
  const verbsOf = (messageId: string): MessageVerbs => ({
    ...verbsFor(store, { conversationId: talk.id, messageId }),
    ...branching(messageId),
  });
  return (
    <div class="copilot-messages" aria-live="polite" aria-relevant="additions">
      {talk.context ? <ContextCard talk={talk} context={talk.context} /> : null}
      {talk.messages.length === 0 ? <p class="muted">Ask a follow-up. The conversation above is included.</p> : null}
      {talk.messages.map((message) =>
        message.role === "person" ? (
          <PersonMessage key={message.id} message={message} menu={menu} verbs={verbsOf(message.id)} />
        ) : (
          <CopilotMessageView
            key={message.id}
            message={message}
            menu={menu}
            status={store.status.value}
            verbs={verbsOf(message.id)}
            foot={
              message.body && (message.action === "inquire" || message.action === "audit") ? (
                <ContextAfter place={{ conversationId: talk.id, messageId: message.id }} />
              ) : null
            }
          />
        ),
      )}
    </div>
  );
}

interface LogProps {
  /** How many messages there are. */
  count: number;
  /** Of the last one. */
  state: CopilotMessage["state"] | undefined;
  place: string | null;
  children: ComponentChildren;
}

/** So near to the end one reads what is newest, px. */
const nearPx = 120;

/**
 * Scrolls; what is newest is in sight when a conversation is opened and when something is said. What a run came to is
 * longer than the line that stood for it: its beginning comes into sight, unless somebody has scrolled away to read.
 */
function Log({ count, state, place, children }: LogProps) {
  const element = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const toLast = () => {
    const last = element.current?.querySelector(".copilot-messages > :last-child");
    last?.scrollIntoView({ block: "start" });
  };
  useLayoutEffect(toLast, [count, place]);
  useLayoutEffect(() => {
    if (isAtEnd.current) toLast();
  }, [state]);
  const note = ({ currentTarget: log }: { currentTarget: HTMLElement }) => {
    isAtEnd.current = log.scrollHeight - log.scrollTop - log.clientHeight < nearPx;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard, too.
    <div ref={element} class="copilot-log" tabIndex={0} role="region" aria-label="Messages" onScroll={note}>
      {children}
    </div>
  );
}
