import { plainLine } from "../../../../ui/markdown/plain-text.ts";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import "./assist.css";
import { useEffect } from "preact/hooks";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { Spinner } from "../../ui/states.tsx";
import { ageWords, fullTime, now } from "../../ui/time.ts";
import { type AssistStore, assistOf } from "./assist-store.ts";
import { ownLanguage, plainLanguageName } from "./own-language.ts";

/** Above the messages: the ticket's summary and the translation switch. */
export function ThreadAssist({ detail }: { detail: TicketDetail }) {
  const { api, me, may } = useWorkspace();
  const { ticket, messages } = detail;
  const store = assistOf(api, ticket.id);
  const isMine = ticket.assignee?.id === me.id && ["in_progress", "pending_visitor"].includes(ticket.status);
  useEffect(() => {
    let isHere = true;
    void store.load().then(() => {
      const recap = store.recap.peek();
      // An agent who just took over gets a summary automatically; later only on a click.
      if (isHere && isMine && may("agent") && (!recap || recap.is_stale)) void store.sumUp();
    });
    return () => {
      isHere = false;
    };
  }, [store, isMine, ownLanguage.value]);
  useEffect(() => void store.follow(messages), [store, messages, store.isWhole.value]);
  return (
    <>
      <RecapCard store={store} newest={messages.findLast(({ role }) => role !== "system")?.created_at ?? ""} />
      <LanguageLine store={store} />
    </>
  );
}

/** Shows the visitor's language when the agent reads another one, with the option to translate. */
function LanguageLine({ store }: { store: AssistStore }) {
  const { may } = useWorkspace();
  const spoken = store.foreign.value;
  if (spoken === null) return null;
  const translation = store.assist.value?.translation ?? "none";
  const name = plainLanguageName(spoken);
  return (
    <div class="language-line">
      {translation === "ready" ? (
        <>
          <span>The visitor writes {name}.</span>
          {may("agent") ? (
            <label class="check">
              <input
                type="checkbox"
                checked={store.isWhole.value}
                onChange={(event) => store.showWhole(event.currentTarget.checked)}
              />
              <span>Translate the thread</span>
            </label>
          ) : null}
        </>
      ) : (
        <span>
          The visitor writes {name}. {whyNone[translation]}
        </span>
      )}
    </div>
  );
}

const whyNone = {
  none: "Translation needs a language model. None is connected.",
  over_budget: "No translation: the model budget is used up.",
} as const;

interface RecapCardProps {
  store: AssistStore;
  /** Time of the newest message. */
  newest: string;
}

/** Summary for the team: the request, attempts so far and open points; one line until it is expanded. */
function RecapCard({ store, newest }: RecapCardProps) {
  const { may } = useWorkspace();
  const recap = store.recap.value;
  const busy = store.recapping.value;
  if (!recap) return <NoRecap busy={busy} problem={store.problem.value} />;
  const isStale = recap.is_stale || newest > recap.created_at;
  return (
    <details class="recap">
      <summary>
        <Icon name="lock" />
        <strong>Summary</strong>
        <span class="recap-line" dir="auto">
          {plainLine(recap.asked)}
        </span>
        {isStale ? <span class="chip">Outdated</span> : null}
      </summary>
      <dl dir="auto">
        <RecapPart name="Asked" text={recap.asked} />
        <RecapPart name="Tried" text={recap.tried} />
        <RecapPart name="Open" text={recap.open} />
      </dl>
      <p class="recap-foot">
        <span>
          {recap.writer === "model" ? "Written by a model" : "Quoted from the thread"},{" "}
          <time dateTime={recap.created_at} title={fullTime(recap.created_at)}>
            {ageWords(recap.created_at, now.value)}
          </time>
          . Visitors never see it.
        </span>
        {may("agent") ? (
          <button type="button" class="btn small" aria-disabled={busy} onClick={() => void store.sumUp()}>
            {busy ? <Spinner /> : null} Summarize again
          </button>
        ) : null}
      </p>
      {store.problem.value ? (
        <p class="form-error" role="alert">
          {store.problem.value}
        </p>
      ) : null}
    </details>
  );
}

function RecapPart({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <MarkdownView text={text} />
      </dd>
    </>
  );
}

/** Shown while the summary is made or after it failed. */
function NoRecap({ busy, problem }: { busy: boolean; problem: string }) {
  if (busy)
    return (
      <p class="recap recap-busy" role="status">
        <Spinner /> Summarizing…
      </p>
    );
  if (problem === "") return null;
  return (
    <p class="recap recap-busy" role="alert">
      No summary yet. {problem}
    </p>
  );
}
