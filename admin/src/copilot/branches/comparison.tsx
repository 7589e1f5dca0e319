import { useSignal } from "@preact/signals";
import type { BranchComparison } from "../../../../protocol/copilot-branches.ts";
import type { CopilotMessage } from "../../../../protocol/copilot-conversations.ts";
import { copilotRoutes } from "../../../../protocol/routes/copilot.ts";
import { plainText } from "../../../../ui/markdown/plain-text.ts";
import { useWorkspace } from "../../app-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { LoadedPart, useAsked } from "../../ui/loaded-part.tsx";
import { isPhone } from "../../ui/media.ts";
import { titleOf } from "../composer/menu-entries.ts";
import { type CopilotStore, copilotStoreOf } from "../copilot-store.ts";
import { MessageResult } from "../message-view.tsx";
import { DriftChip } from "./branch-head.tsx";

type Side = "left" | "right";
const sides: readonly Side[] = ["left", "right"];

/** Two conversations of one branch tree side by side; on phones one at a time. */
export function BranchComparisonView({ left, right }: { left: string; right: string }) {
  const { api } = useWorkspace();
  const store = copilotStoreOf(api);
  const compared = useAsked(`${left} ${right}`, (signal) =>
    api.call(copilotRoutes.compareCopilotBranches, { id: left, query: { with: right } }, { signal }),
  );
  return (
    <section class="thread copilot-thread" aria-label="Comparison of two branches">
      <header class="copilot-head">
        <a class="icon-btn" href={`/console/copilot/${left}`} aria-label="Back to the conversation">
          <Icon name="back" />
        </a>
        <h1>Two branches side by side</h1>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard, too. */}
      <div class="copilot-log" tabIndex={0} role="region" aria-label="Branches side by side">
        <LoadedPart state={compared.state.value} name="The comparison" onRetry={() => void compared.again()}>
          {(value) => <Compared value={value} store={store} again={() => void compared.again()} />}
        </LoadedPart>
      </div>
    </section>
  );
}

interface ComparedProps {
  value: BranchComparison;
  store: CopilotStore;
  again: () => void;
}

function Compared({ value, store, again }: ComparedProps) {
  const side = useSignal<Side>("left");
  const shown = isPhone.value ? [side.value] : sides;
  return (
    <div class="copilot-sides">
      {isPhone.value ? <SideTabs value={value} side={side.value} onChange={(next) => (side.value = next)} /> : null}
      <div class="copilot-side-row copilot-side-heads">
        {shown.map((each) => (
          <SideHead key={each} value={value} side={each} />
        ))}
      </div>
      <Documents value={value} />
      {value.rows.length === 0 ? <p class="muted">Neither branch has new messages.</p> : null}
      {value.rows.map((row, place) => (
        <section key={place} class="copilot-side-row" aria-label={row.is_same ? "Asked in both" : "Asked in one"}>
          {row.is_same ? <p class="copilot-same">Asked in both</p> : null}
          {shown.map((each) => (
            <Round key={each} messages={row[each]} conversationId={value[each].id} store={store} again={again} />
          ))}
        </section>
      ))}
    </div>
  );
}

function SideTabs({ value, side, onChange }: { value: BranchComparison; side: Side; onChange: (side: Side) => void }) {
  return (
    <div class="copilot-filter" role="group" aria-label="Branch shown">
      {sides.map((each) => (
        <button
          key={each}
          type="button"
          class="copilot-filter-choice"
          aria-pressed={each === side}
          onClick={() => onChange(each)}
        >
          <bdi>{nameOf(value, each)}</bdi>
        </button>
      ))}
    </div>
  );
}

function SideHead({ value, side }: { value: BranchComparison; side: Side }) {
  const { id, summary, drift, is_closed: isClosed } = value[side];
  return (
    <div class="copilot-side-head">
      <h2 dir="auto">
        <a href={`/console/copilot/${id}`}>{nameOf(value, side)}</a>
      </h2>
      <p class="copilot-node-facts">
        {isClosed ? <span class="chip">Closed</span> : null}
        <DriftChip drift={drift} />
      </p>
      {summary ? <InShort text={plainText(summary)} /> : null}
    </div>
  );
}

/** Length of a summary at first, in characters; more would push down the comparison. */
const glanceChars = 280;

function InShort({ text }: { text: string }) {
  const words = (
    <p class="copilot-given-text muted" dir="auto">
      {text}
    </p>
  );
  if (text.length <= glanceChars) return words;
  return (
    <details>
      <summary class="muted">In short</summary>
      {words}
    </details>
  );
}

function nameOf(value: BranchComparison, side: Side): string {
  return value[side].title || (value[side].parent_id === null ? "New conversation" : "New branch");
}

function Documents({ value }: { value: BranchComparison }) {
  if (value.documents.length === 0) return null;
  const groups = [
    { name: "In both", of: value.documents.filter((used) => used.in_left && used.in_right) },
    { name: `Only in ${nameOf(value, "left")}`, of: value.documents.filter((used) => !used.in_right) },
    { name: `Only in ${nameOf(value, "right")}`, of: value.documents.filter((used) => !used.in_left) },
  ];
  return (
    <section class="copilot-used" aria-label="Documents used">
      <h3>Documents</h3>
      <dl>
        {groups.map(({ name, of }) =>
          of.length === 0 ? null : (
            <div key={name}>
              <dt dir="auto">{name}</dt>
              <dd>
                {of.map(({ document }, place) => (
                  <span key={document.version_id}>
                    {place === 0 ? "" : ", "}
                    <bdi>{titleOf(document)}</bdi>
                  </span>
                ))}
              </dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}

interface RoundProps {
  messages: readonly CopilotMessage[];
  conversationId: string;
  store: CopilotStore;
  again: () => void;
}

function Round({ messages, conversationId, store, again }: RoundProps) {
  if (messages.length === 0) return <p class="copilot-side-none muted">Nothing here</p>;
  return (
    <div class="copilot-side">
      {messages.map((message) => (
        <article key={message.id} class={message.role === "person" ? "copilot-said" : "copilot-turn"}>
          <Words message={message} />
          <MessageResult
            message={message}
            verbs={{
              bringBack: null,
              judge: async (finding, judgement) => {
                const judged = { id: conversationId, message: message.id, finding, body: judgement };
                const problem = await store.work(() => store.call(copilotRoutes.judgeFinding, judged));
                if (problem === null) again();
                return problem;
              },
            }}
          />
        </article>
      ))}
    </div>
  );
}

/** This view has no question cards: the copilot's questions are shown as text. */
function Words({ message }: { message: CopilotMessage }) {
  const words = (message.body?.result ? "" : message.content) || stateWords[message.state];
  return words ? (
    <p class="copilot-words" dir="auto">
      {words}
    </p>
  ) : null;
}

const stateWords = {
  running: "Working on it.",
  asking: "The copilot has a question.",
  done: "",
  failed: "Something went wrong.",
  cancelled: "Stopped.",
} as const;
