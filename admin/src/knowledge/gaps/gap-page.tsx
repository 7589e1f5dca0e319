import { useEffect } from "preact/hooks";
import { useRoute } from "preact-iso";
import type { GapDetail, GapQuestion, GapView } from "../../../../protocol/admin-gaps.ts";
import { plainLine, plainText } from "../../../../ui/markdown/plain-text.ts";
import { useWorkspace } from "../../app-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { Notice } from "../../ui/states.tsx";
import { fullTime, now, shortAge } from "../../ui/time.ts";
import { GapActions } from "./gap-actions.tsx";
import { GapCost, GapFacts } from "./gap-row.tsx";
import { causeWord } from "./gap-words.ts";
import { gapsStoreOf } from "./gaps-store.ts";

/** One gap: questions, answers of agents, and the nearest passages of the documents. */
export function GapPage() {
  const { api } = useWorkspace();
  const gaps = gapsStoreOf(api);
  const { params } = useRoute();
  const id = params["id"] ?? "";
  const open = () => void gaps.open(id);
  useEffect(open, [id]);
  return (
    <div class="sheet-page">
      <a class="crumb" href="/console/gaps">
        <Icon name="back" /> Gaps
      </a>
      <LoadedPart state={gaps.detail.state.value} name="The gap" onRetry={open}>
        {(detail) => <Gap {...detail} />}
      </LoadedPart>
    </div>
  );
}

function Gap({ gap, items, nearest }: GapDetail) {
  return (
    <>
      <header class="page-head gap-head">
        <div>
          <h1 dir="auto">{plainLine(gap.question)}</h1>
          <GapFacts gap={gap} />
          <GapCost minutes={gap.cost_minutes} />
        </div>
        <GapActions gap={gap} full />
      </header>
      <Ended gap={gap} />
      <div class="gap-columns">
        <div>
          <GapAnswers items={items} />
          <GapQuestions gap={gap} items={items} />
        </div>
        <GapNearest nearest={nearest} />
      </div>
    </>
  );
}

/** Why the gap is closed. */
function Ended({ gap: { answered, closed_at, ignored } }: { gap: GapView }) {
  if (answered)
    return (
      <div class="gap-answered">
        <p>
          <Icon name="check" /> Answered by <a href={`/console/library/${answered.document_id}`}>{answered.title}</a>
          {closed_at ? <span class="muted"> since {fullTime(closed_at)}</span> : null}
        </p>
        <blockquote>
          <MarkdownView text={answered.quote} />
        </blockquote>
      </div>
    );
  return ignored ? (
    <p class="gap-ended">
      Ignored by {ignored.name}, {fullTime(ignored.at)}
    </p>
  ) : null;
}

/** Answers shown; the list of questions below has all of them. */
const maxAnswers = 5;

/** Agents' replies that answer the question. */
function GapAnswers({ items }: Pick<GapDetail, "items">) {
  const answered = items.filter(({ answer }) => answer !== null);
  return (
    <section class="gap-section" aria-labelledby="gap-answers">
      <h2 id="gap-answers">Answers from your team</h2>
      {answered.length === 0 ? (
        <p class="muted">No agent has answered these questions yet.</p>
      ) : (
        <ul class="gap-answers">
          {answered.slice(0, maxAnswers).map(({ answer, ticket }) => (
            <li key={ticket.id}>
              <p class="gap-answer" dir="auto">
                {plainText(answer?.text ?? "")}
              </p>
              <p class="line-facts">
                <span>
                  {answer?.agent ?? "An agent"} in <a href={`/console/inbox/${ticket.id}`}>#{ticket.number}</a>
                </span>
                {answer?.is_liked ? <span class="chip chip-snippet-live">Liked</span> : null}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The questions with their tickets. */
function GapQuestions({ gap, items }: Pick<GapDetail, "gap" | "items">) {
  return (
    <section class="gap-section" aria-labelledby="gap-questions">
      <h2 id="gap-questions">Questions</h2>
      <ul class="gap-questions">
        {items.map((question) => (
          <QuestionRow key={`${question.ticket.id} ${question.asked_at}`} question={question} />
        ))}
      </ul>
      {gap.questions > items.length ? (
        <p class="muted">
          The newest {items.length} of {gap.questions} are shown.
        </p>
      ) : null}
    </section>
  );
}

function QuestionRow({ question: { question, ticket, asked_at, causes, report } }: { question: GapQuestion }) {
  const line = plainLine(question);
  return (
    <li>
      <a class="gap-ticket" href={`/console/inbox/${ticket.id}`} aria-label={`Ticket ${ticket.number}: ${line}`}>
        #{ticket.number}
      </a>
      <span class="gap-asked" dir="auto">
        {line}
      </span>
      <span class="gap-causes">
        {causes.map(causeWord).join(", ")}
        {report ? (
          <>
            : <q dir="auto">{report}</q>
          </>
        ) : null}
      </span>
      <time class="gap-age" dateTime={asked_at} title={fullTime(asked_at)}>
        {shortAge(asked_at, now.value)}
      </time>
    </li>
  );
}

/** The nearest passages of the documents, where an answer may belong. */
function GapNearest({ nearest }: Pick<GapDetail, "nearest">) {
  return (
    <section class="gap-section" aria-labelledby="gap-nearest">
      <h2 id="gap-nearest">Closest documents</h2>
      {nearest.length === 0 ? (
        <Notice title="No close match" text="No document covers this." />
      ) : (
        <ul class="gap-nearest">
          {nearest.map(({ document_id, title, heading, text }, index) => (
            // A document may have several passages, but each passage occurs once in the list.
            <li key={`${document_id} ${index}`}>
              <a href={`/console/library/${document_id}`} dir="auto">
                {title}
                {heading && heading !== title ? ` › ${heading}` : ""}
              </a>
              <p dir="auto">{plainText(text)}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
