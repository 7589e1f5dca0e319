import type { GapDetail, GapQuestion } from "../../../../protocol/admin-gaps.ts";
import { now } from "../../ui/now.ts";
import { Notice } from "../../ui/states.tsx";
import { fullTime, shortAge } from "../../ui/time.ts";
import { causeWord } from "./gap-words.ts";

/** Answers that are shown before the list of questions, which has them all. */
const maxAnswers = 5;

/** What agents said, which would have answered the question. */
export function GapAnswers({ items }: Pick<GapDetail, "items">) {
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
                {answer?.text}
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

/** The questions themselves, each with its ticket. */
export function GapQuestions({ gap, items }: Pick<GapDetail, "gap" | "items">) {
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

function QuestionRow({ question: { question, ticket, asked_at, causes } }: { question: GapQuestion }) {
  return (
    <li>
      <a class="gap-ticket" href={`/console/inbox/${ticket.id}`} aria-label={`Ticket ${ticket.number}: ${question}`}>
        #{ticket.number}
      </a>
      <span class="gap-asked" dir="auto">
        {question}
      </span>
      <span class="gap-causes">{causes.map(causeWord).join(", ")}</span>
      <time class="gap-age" dateTime={asked_at} title={fullTime(asked_at)}>
        {shortAge(asked_at, now.value)}
      </time>
    </li>
  );
}

/** What the documents say that comes nearest: the place where an answer may belong. */
export function GapNearest({ nearest }: Pick<GapDetail, "nearest">) {
  return (
    <section class="gap-section" aria-labelledby="gap-nearest">
      <h2 id="gap-nearest">Closest documents</h2>
      {nearest.length === 0 ? (
        <Notice title="No close match" text="No document covers this." />
      ) : (
        <ul class="gap-nearest">
          {nearest.map(({ document_id, title, heading, text }, index) => (
            // A document may have several passages, and one passage stands in the list once.
            <li key={`${document_id} ${index}`}>
              <a href={`/console/library/${document_id}`} dir="auto">
                {title}
                {heading && heading !== title ? ` › ${heading}` : ""}
              </a>
              <p dir="auto">{text}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
