import "./copilot.css";
import "./results/results.css";
import "./branches/branches.css";
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useRoute } from "preact-iso";
import type { CopilotListed } from "../../../protocol/copilot-conversations.ts";
import { plainLine } from "../../../ui/markdown/plain-text.ts";
import { useWorkspace } from "../app-context.ts";
import { Icon } from "../ui/icon.tsx";
import { isPhone } from "../ui/media.ts";
import { ErrorState, Notice, Skeleton } from "../ui/states.tsx";
import { now, shortAge } from "../ui/time.ts";
import { BranchComparisonView } from "./branches/comparison.tsx";
import { branchCount, ConversationMenu } from "./conversation-menu.tsx";
import { copilotStoreOf, type ListWish } from "./copilot-store.ts";
import { CopilotThread } from "./thread.tsx";

/** The copilot for agents and knowledge managers: a list of conversations next to the open one; on phones one at a time. */
export function CopilotPage() {
  const { may } = useWorkspace();
  if (!may("agent"))
    return <Notice main title="The copilot is available to agents" text="Your role does not allow this." />;
  return <Copilot />;
}

function Copilot() {
  const { api, copilot } = useWorkspace();
  const { params, query } = useRoute();
  const store = copilotStoreOf(api);
  const id = params["id"] ?? null;
  useEffect(() => void store.readMenu(), [store]);
  useEffect(() => void store.open(id), [store, id]);
  useSignalEffect(() => {
    const news = copilot.news.value;
    if (news) store.heard(news.conversationId, news.statusText);
  });
  // On phones the list is a page of its own; next to it, a new conversation is always available.
  const other = query["with"];
  const isThread = id !== null || query["new"] === "1";
  return (
    <div class={`copilot ${isThread ? "copilot-open" : ""}`}>
      <ConversationList openId={id} isAlone={isPhone.value && !isThread} />
      {other && id !== null ? <BranchComparisonView left={id} right={other} /> : <CopilotThread id={id} />}
    </div>
  );
}

/** Pause in typing before a request, in ms. */
const typingPauseMs = 200;

interface ListProps {
  openId: string | null;
  /** True when no conversation, whose title would be the page's heading, is next to the list. */
  isAlone: boolean;
}

/** The user's conversations: search, archive, and current activity. */
function ConversationList({ openId, isAlone }: ListProps) {
  const { api } = useWorkspace();
  const store = copilotStoreOf(api);
  const wish = useSignal<ListWish>({ words: "", isArchived: false });
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    void store.show(wish.peek());
    return () => clearTimeout(pause.current);
  }, [store]);
  const ask = (next: ListWish, waitMs: number) => {
    wish.value = next;
    clearTimeout(pause.current);
    pause.current = setTimeout(() => void store.show(next), waitMs);
  };
  const { words, isArchived } = wish.value;
  const Title = isAlone ? "h1" : "h2";
  return (
    <section class="list copilot-list" aria-label="Conversations">
      <div class="list-head">
        <Title>{isArchived ? "Archive" : "Copilot"}</Title>
        <span class="copilot-list-verbs">
          <button
            type="button"
            class="btn small ghost"
            aria-pressed={isArchived}
            onClick={() => ask({ words, isArchived: !isArchived }, 0)}
          >
            {isArchived ? "Back" : "Archive"}
          </button>
          <a class="btn small" href="/console/copilot?new=1">
            <Icon name="plus" /> New
          </a>
        </span>
      </div>
      <div class="list-search">
        <Icon name="search" />
        <input
          class="input"
          type="search"
          aria-label="Find a conversation"
          placeholder="Find a conversation"
          maxLength={200}
          value={words}
          onInput={(event) => ask({ words: event.currentTarget.value, isArchived }, typingPauseMs)}
        />
      </div>
      <div class="list-scroll">
        <Rows openId={openId} wish={wish.value} />
      </div>
    </section>
  );
}

function Rows({ openId, wish }: { openId: string | null; wish: ListWish }) {
  const { api } = useWorkspace();
  const store = copilotStoreOf(api);
  const state = store.list.state.value;
  switch (state.type) {
    case "loading":
      return <Skeleton rows={5} label="Conversations: loading" />;
    case "failed":
      return (
        <ErrorState
          title="The conversations could not be loaded"
          text={state.message}
          onRetry={() => void store.relist()}
        />
      );
    case "ready":
      return state.value.length === 0 ? (
        <Notice title={nothingTitle(wish)} />
      ) : (
        <>
          <ul class="rows">
            {state.value.map((listed) => (
              <Row key={listed.id} listed={listed} isOpen={listed.id === openId} />
            ))}
          </ul>
          {store.hasMore.value ? (
            <button type="button" class="btn small" onClick={() => void store.showMore()}>
              Show more
            </button>
          ) : null}
        </>
      );
    default:
      return state satisfies never;
  }
}

function nothingTitle({ words, isArchived }: ListWish): string {
  if (words !== "") return "Nothing found";
  return isArchived ? "The archive is empty" : "No conversations yet";
}

const stateWords = { running: "Working", asking: "Needs an answer", failed: "Failed" } as const;

function Row({ listed, isOpen }: { listed: CopilotListed; isOpen: boolean }) {
  const { id, title, state, updated_at: at, ticket_number: ticket } = listed;
  const told = state === "running" || state === "asking" || state === "failed" ? state : null;
  return (
    <li class="copilot-row" data-open={isOpen}>
      <a class="row" href={`/console/copilot/${id}`} aria-current={isOpen ? "true" : undefined}>
        <span class="row-top">
          <span class="row-name" dir="auto">
            {title || (listed.parent_id ? "New branch" : "New conversation")}
          </span>
          <time class="muted" dateTime={at}>
            {shortAge(at, now.value)}
          </time>
        </span>
        {listed.last_message ? (
          <span class="copilot-row-last muted" dir="auto">
            {plainLine(listed.last_message, { dropsMarks: true })}
          </span>
        ) : null}
        <span class="copilot-row-facts muted">
          {told ? (
            <span class={`copilot-state copilot-state-${told}`}>
              <span class="copilot-dot" aria-hidden="true" />
              {stateWords[told]}
            </span>
          ) : null}
          {ticket === null ? null : <span>Ticket #{ticket}</span>}
          <BranchFacts listed={listed} />
        </span>
      </a>
      <ConversationMenu listed={listed} isOpen={isOpen} />
    </li>
  );
}

/** In the list: whether a conversation is a branch, has branches, or is closed. */
function BranchFacts({ listed }: { listed: CopilotListed }) {
  const { parent_id: parent, branches, is_closed: isClosed } = listed;
  if (parent === null && branches === 0 && !isClosed) return null;
  return (
    <>
      {parent === null ? null : (
        <span class="copilot-row-branch">
          <Icon name="branch" /> Branch
        </span>
      )}
      {branches === 0 ? null : <span>{branchCount(branches)}</span>}
      {isClosed ? <span>Closed</span> : null}
    </>
  );
}
