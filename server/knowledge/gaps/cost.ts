import type { GapCause } from "../../../protocol/admin-gaps.ts";
import type { CountedQuestion, QuestionRow } from "../store/gap-questions.ts";

/** The outcome of one question of a visitor, up to the next question in its ticket. */
export type QuestionFacts = Omit<QuestionRow, "turn_id" | "ticket_id" | "question" | "answer_id" | "asked_at">;

/** In minutes of agents' time. An unknown answering time counts with the lower limit, a long one with the upper limit. */
const minMinutes = 2;
const maxMinutes = 30;
const perHourWaited = 1;
const maxHoursWaited = 24;
const perDislike = 5;
const perWish = 2;
const perLowGrade = 1;

/** The causes for which a question counts; empty when it does not count. */
export function causesOf(facts: QuestionFacts): GapCause[] {
  const causes: GapCause[] = [];
  if (facts.escalation === "no_documents") causes.push("no_documents");
  if (isLow(facts)) causes.push("low_grade");
  if (facts.is_reported) causes.push("reported");
  else if (facts.dislikes > 0) causes.push("disliked");
  if (facts.answered_at !== null && !facts.is_draft_approved) causes.push("answered_differently");
  if (facts.wishes > 0) causes.push("asked_for_person");
  return causes;
}

/** The cost of the question so far, in minutes of agents' time. */
export function costOf(facts: QuestionFacts, now: Date): number {
  return (
    agentMinutes(facts) +
    hoursWaited(facts, now) * perHourWaited +
    facts.dislikes * perDislike +
    facts.wishes * perWish +
    (isLow(facts) ? perLowGrade : 0)
  );
}

function isLow({ escalation, is_graded_low }: QuestionFacts): boolean {
  return escalation === "low_grade" || is_graded_low;
}

function agentMinutes({ taken_at, answered_at }: QuestionFacts): number {
  if (!answered_at) return 0;
  const minutes = taken_at ? (answered_at.getTime() - taken_at.getTime()) / 60_000 : 0;
  return Math.min(maxMinutes, Math.max(minMinutes, minutes));
}

function hoursWaited({ handed_over_at, answered_at, is_waiting }: QuestionFacts, now: Date): number {
  if (!handed_over_at) return 0;
  const until = answered_at ?? (is_waiting ? now : handed_over_at);
  return Math.min(maxHoursWaited, Math.max(0, (until.getTime() - handed_over_at.getTime()) / 3_600_000));
}

/** The questions that count, with their causes and cost. */
export function countedQuestions(asked: readonly QuestionRow[], now: Date): CountedQuestion[] {
  return asked.flatMap((row) => {
    const causes = causesOf(row);
    if (causes.length === 0 || row.question.trim() === "") return [];
    const { turn_id, ticket_id, question, asked_at, answer_id } = row;
    return [{ turn_id, ticket_id, question, asked_at, causes, cost: costOf(row, now), answer_id }];
  });
}
