import type { GapCause, GapStatus } from "../../../../protocol/admin-gaps.ts";

export const statusWords: Record<GapStatus, string> = { open: "Open", closed: "Answered", ignored: "Ignored" };

/** Cause of a gap, short enough for a row. */
const causeWords: Record<GapCause, string> = {
  no_documents: "Nothing found",
  low_grade: "Low confidence",
  disliked: "Disliked",
  reported: "Reported as wrong",
  answered_differently: "Answered by an agent",
  asked_for_person: "Asked for the team",
};

/** Display name of a cause; a cause that only a newer server knows keeps its identifier. */
export function causeWord(cause: string): string {
  return causeWords[cause as GapCause] ?? cause.replaceAll("_", " ");
}

/** Cost of a gap as text: `about 45 min`, `about 3 h`. */
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
