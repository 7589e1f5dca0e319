import type { GapCause, GapStatus } from "../../../../protocol/admin-gaps.ts";

export const statusWords: Record<GapStatus, string> = { open: "Open", closed: "Answered", ignored: "Ignored" };

/** Why a question counts, as short as a row needs. */
const causeWords: Record<GapCause, string> = {
  no_documents: "Nothing found",
  low_grade: "Not sure",
  disliked: "Disliked",
  answered_differently: "Answered by an agent",
  asked_for_person: "Asked for the team",
};

/** A cause in words; a newer server's by its name. */
export function causeWord(cause: string): string {
  return causeWords[cause as GapCause] ?? cause.replaceAll("_", " ");
}

/** What a gap has cost, in words: `about 45 min`, `about 3 h`. */
export function costWords(minutes: number): string {
  if (minutes < 1) return "under a minute";
  if (minutes < 55) return `about ${roundTo(minutes, minutes < 10 ? 1 : 5)} min`;
  const hours = minutes / 60;
  return `about ${hours < 4 ? Math.max(1, roundTo(hours, 0.5)) : Math.round(hours)} h`;
}

function roundTo(value: number, step: number): number {
  return Math.round(value / step) * step;
}

/** `12 questions in 9 tickets`. */
export function countWords({ questions, tickets }: { questions: number; tickets: number }): string {
  const asked = `${questions} question${questions === 1 ? "" : "s"}`;
  return tickets === questions ? asked : `${asked} in ${tickets} ticket${tickets === 1 ? "" : "s"}`;
}
