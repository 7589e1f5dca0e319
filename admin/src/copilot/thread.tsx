import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { CopilotConversation, CopilotMenu, CopilotMessage } from "../../../protocol/copilot-conversations.ts";
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
  const conversation = store.conversation.state.value;
  const menuState = store.menu.state.value;
  const menu = menuState.type === "ready" ? menuState.value : null;
  const shown =
    id !== null && conversation.type === "ready" && conversation.value.id === id ? conversation.value : null;
  useLook(store, isRunningIn(shown));
  return (
    <section class="thread copilot-thread" aria-label="Conversation">
      <Head conversation={shown} isNew={id === null} />
      <Log count={shown?.messages.length ?? 0} state={shown?.messages.at(-1)?.state} place={id}>
        {id === null ? (
          <Beginning menu={menu} onFill={fill} />
        ) : (
          <LoadedPart
            state={shown || conversation.type !== "ready" ? conversation : { type: "loading" }}
            name="The conversation"
            onRetry={() => void store.open(id)}
          >
            {(value) => <Conversation conversation={value} menu={menu} store={store} onFill={fill} />}
          </LoadedPart>
        )}
      </Log>
      {/* What is not there takes no messages. */}
      {id === null || conversation.type !== "failed" ? (
        <Below id={id} shown={shown} store={store} menu={menu} filled={filled} />
      ) : null}
    </section>
  );
}

function isRunningIn(conversation: CopilotConversation | null): boolean {
  return conversation?.messages.some(({ state }) => state === "running") ?? false;
}

interface BelowProps {
  id: string | null;
  shown: CopilotConversation | null;
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
function useTurned(conversation: CopilotConversation | null): boolean {
  const before = useRef<CopilotConversation | null>(null);
  const isTurned =
    conversation !== null &&
    before.current?.id === conversation.id &&
    before.current.is_closed !== conversation.is_closed;
  useEffect(() => {
    before.current = conversation;
  });
  return isTurned;
}

interface ConversationProps {
  conversation: CopilotConversation;
  menu: CopilotMenu | null;
  store: CopilotStore;
  onFill: (written: Written) => void;
}

/** What was said; where nothing was, and nothing was given along, how one begins. */
function Conversation({ conversation, menu, store, onFill }: ConversationProps) {
  return conversation.messages.length === 0 && !conversation.context ? (
    <Beginning menu={menu} onFill={onFill} />
  ) : (
    <Messages conversation={conversation} menu={menu} store={store} />
  );
}

function Head({ conversation, isNew }: { conversation: CopilotConversation | null; isNew: boolean }) {
  const unnamed = conversation?.parent_id ? "New branch" : conversation || isNew ? "New conversation" : "Conversation";
  return (
    <header class="copilot-head">
      <a class="icon-btn phone-only" href="/console/copilot" aria-label="Back to the conversations">
        <Icon name="back" />
      </a>
      <div class="copilot-title">
        {conversation ? <Trail conversation={conversation} /> : null}
        <h1 dir="auto">{conversation?.title || unnamed}</h1>
      </div>
      {conversation?.ticket_id ? (
        <a class="copilot-ticket" href={`/console/inbox/${conversation.ticket_id}?view=all`}>
          Ticket{conversation.ticket_number === null ? "" : ` #${conversation.ticket_number}`}
        </a>
      ) : null}
      {conversation ? <Spent messages={conversation.messages} /> : null}
      {conversation ? <BranchVerbs conversation={conversation} /> : null}
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

function Messages({
  conversation,
  menu,
  store,
}: {
  conversation: CopilotConversation;
  menu: CopilotMenu | null;
  store: CopilotStore;
}) {
  const branching = useBranching(store, conversation);
  const verbsOf = (messageId: string): MessageVerbs => ({
    ...verbsFor(store, { conversationId: conversation.id, messageId }),
    ...branching(messageId),
  });
  return (
    <div class="copilot-messages" aria-live="polite" aria-relevant="additions">
      {conversation.context ? <ContextCard conversation={conversation} context={conversation.context} /> : null}
      {conversation.messages.length === 0 ? (
        <p class="muted">Ask a follow-up. The conversation above is included.</p>
      ) : null}
      {conversation.messages.map((message) =>
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
                <ContextAfter place={{ conversationId: conversation.id, messageId: message.id }} />
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
