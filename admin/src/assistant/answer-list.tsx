import { useState } from "preact/hooks";
import type { EvidenceKind } from "../../../protocol/admin-calibration.ts";
import { plainLine } from "../../../ui/markdown/plain-text.ts";
import { type GradedAnswer, isShownAt } from "./threshold.ts";

const atFirst = 12;

interface ListProps {
  title: string;
  text: string;
  answers: readonly GradedAnswer[];
  threshold: number;
}

/** Questions with the confidence of their answer, the agents' judgement, and the effect of the threshold. */
export function AnswerList({ title, text, answers, threshold }: ListProps) {
  const [isWhole, setWhole] = useState(false);
  if (answers.length === 0) return <p class="muted">Nothing would change.</p>;
  const shown = isWhole ? answers : answers.slice(0, atFirst);
  return (
    <div class="graded">
      <h3>{title}</h3>
      <p class="muted">{text}</p>
      <ul>
        {shown.map((answer) => (
          <Row key={`${answer.ticket.id}${answer.at}`} answer={answer} threshold={threshold} />
        ))}
      </ul>
      {answers.length > shown.length ? (
        <button type="button" class="btn ghost small" onClick={() => setWhole(true)}>
          Show all {answers.length}
        </button>
      ) : null}
    </div>
  );
}

function Row({ answer, threshold }: { answer: GradedAnswer; threshold: number }) {
  const { ticket, question, score, was_shown: wasShown, is_right: isRight, evidence } = answer;
  const isShown = isShownAt(answer, threshold);
  return (
    <li>
      <span class={`graded-score ${isShown ? "" : "graded-held"}`}>{score.toFixed(2)}</span>
      <span class="graded-question">
        <a href={`/console/inbox/${ticket.id}`}>
          <bdi>{plainLine(question) || `Ticket #${ticket.number}`}</bdi>
        </a>
        <small>
          #{ticket.number}, {wasShown ? "shown" : "handed over"}
          {wasShown === isShown ? "" : isShown ? ", would be shown" : ", would be handed over"}
        </small>
      </span>
      {isRight === null || evidence === null ? (
        <small class="graded-verdict muted">no feedback</small>
      ) : (
        <small class={`graded-verdict ${isRight ? "graded-right" : "graded-wrong"}`}>{evidenceText[evidence]}</small>
      )}
    </li>
  );
}

/** How agents treated an answer, as text. */
const evidenceText: Record<EvidenceKind, string> = {
  draft_approved: "draft sent unchanged",
  draft_replaced: "draft replaced",
  hint_given: "needed a hint",
  thumb_up: "visitor liked it",
  thumb_down: "visitor disliked it",
  asked_for_person: "visitor asked for the team",
  ended_content: "ticket ended after it",
};
