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

/** One conversation or a new one. @param id null: a new one. */
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

/** The composer, or an explanation when there is none. */
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
      // On phones, focus opens the keyboard, which covers the text to read.
      isEager={begun.isFresh || (!isPhone.value && (isTurned || isEmpty))}
      onSend={begun.send}
    />
  );
}

/** True when the open conversation was just closed or reopened: the element that had the focus no longer exists. */
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

/** The messages, or an introduction when there are none and no context. */
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

/** The conversation's total cost. */
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
  /** Number of messages. */
  count: number;
  /** State of the last message. */
  state: CopilotMessage["state"] | undefined;
  place: string | null;
  children: ComponentChildren;
}

/** Distance from the end, in px, that counts as reading the newest message. */
const nearPx = 120;

/**
 * Scrolls to the newest message when a conversation is opened or a message is added. A result is longer than the status line that it
 * replaces: its start is scrolled into view, unless the user scrolled away to read.
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
