import type { GapView, QuestionAskedOnce } from "../../../../protocol/admin-gaps.ts";
import { plainLine } from "../../../../ui/markdown/plain-text.ts";
import { ageWords, fullTime, now } from "../../ui/time.ts";
import { stateWords } from "../snippets/snippet-row.tsx";
import { AskedOnceActions, GapActions } from "./gap-actions.tsx";
import { causeWord, costWords, countWords } from "./gap-words.ts";

/** One gap of the list: its question, cost and actions. */
export function GapRow({ gap }: { gap: GapView }) {
  return (
    <li class="gap">
      <div class="gap-main">
        <h2 class="line-name" dir="auto">
          <a href={`/console/gaps/${gap.id}`}>{plainLine(gap.question)}</a>
        </h2>
        <GapFacts gap={gap} />
        {gap.answered ? (
          <p class="gap-ended" dir="auto">
            Answered by <a href={`/console/library/${gap.answered.document_id}`}>{gap.answered.title}</a>
          </p>
        ) : null}
        {gap.ignored ? <p class="gap-ended">Ignored by {gap.ignored.name}</p> : null}
      </div>
      <GapCost minutes={gap.cost_minutes} />
      <GapActions gap={gap} />
    </li>
  );
}

/** One question that was asked once: its ticket, cost and actions. */
export function AskedOnceRow({ question }: { question: QuestionAskedOnce }) {
  const { ticket, asked_at, causes, cost_minutes } = question;
  return (
    <li class="gap">
      <div class="gap-main">
        <h2 class="line-name" dir="auto">
          <a href={`/console/inbox/${ticket.id}?view=all`}>{plainLine(question.question)}</a>
        </h2>
        <p class="line-facts">
          <span>#{ticket.number}</span>
          <span>
            asked{" "}
            <time dateTime={asked_at} title={fullTime(asked_at)}>
              {ageWords(asked_at, now.value)}
            </time>
          </span>
          <span class="gap-chips">
            {causes.map((cause) => (
              <span class="chip" key={cause}>
                {causeWord(cause)}
              </span>
            ))}
          </span>
        </p>
      </div>
      <GapCost minutes={cost_minutes} />
      <AskedOnceActions question={question} />
    </li>
  );
}

/** Number of questions, dates and causes. */
export function GapFacts({ gap }: { gap: GapView }) {
  const causes = Object.entries(gap.causes).toSorted(([, one], [, other]) => other - one);
  return (
    <p class="line-facts">
      <span>{countWords(gap)}</span>
      <span>
        last asked{" "}
        <time dateTime={gap.last_asked_at} title={fullTime(gap.last_asked_at)}>
          {ageWords(gap.last_asked_at, now.value)}
        </time>
      </span>
      <span class="gap-chips">
        {gap.snippet ? (
          <a class={`chip chip-snippet-${gap.snippet.state}`} href={snippetAddress(gap.snippet.state)}>
            Snippet {stateWords[gap.snippet.state].toLowerCase()}
          </a>
        ) : null}
        {causes.map(([cause, count]) => (
          <span class="chip" key={cause}>
            {causeWord(cause)}&nbsp;<span class="gap-count">{count}</span>
          </span>
        ))}
      </span>
    </p>
  );
}

/** Cost of the questions so far. */
export function GapCost({ minutes }: { minutes: number }) {
  return (
    <p
      class="gap-cost"
      title="Agent time from assignment to reply, plus a surcharge for waiting, dislikes and requests for the team"
    >
      <strong>{costWords(minutes)}</strong> <span>agent time</span>
    </p>
  );
}

function snippetAddress(state: string): string {
  return `/console/library/snippets${state === "proposed" ? "" : `?state=${state}`}`;
}
