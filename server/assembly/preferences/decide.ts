import type { CopilotPreference } from "../../../protocol/copilot-preferences.ts";
import type { PreferenceRow } from "../../store/copilot-uses.ts";
import { baseWeights, fadedWeight } from "../weigh.ts";

/** Uses, or dismissals, in the counted days from which something is learned. */
const learnedAfter = 3;

export interface Decided extends Pick<CopilotPreference, "effect" | "weight" | "reason"> {}

/** What follows for a document from what a person did and set by hand. Of two lessons the newer counts. */
export function decide(row: Omit<PreferenceRow, "document_id" | "version_id" | "title">, now: Date): Decided {
  if (row.stance === "always")
    return { effect: "always", weight: baseWeights.always, reason: 'you set it to "always include"' };
  if (row.stance === "never") return { effect: "never", weight: 0, reason: 'you set it to "leave out"' };
  const weight = fadedWeight(baseWeights.search, row.last_used_at ?? undefined, now);
  if (row.stance === "neutral") return { effect: "usual", weight, reason: 'you set it to "don\'t learn"' };
  const isDismissed = row.dismissed >= learnedAfter;
  const isUsed = row.used >= learnedAfter;
  const dismissedLast = (row.last_dismissed_at?.getTime() ?? 0) > (row.last_used_at?.getTime() ?? 0);
  if (isDismissed && (!isUsed || dismissedLast)) {
    const reason = `you dismissed it ${times(row.dismissed)} since ${day(row.dismissed_since)}`;
    return { effect: "never", weight: 0, reason };
  }
  if (isUsed)
    return {
      effect: "always",
      weight: baseWeights.always,
      reason: `you tagged it ${times(row.used)} since ${day(row.used_since)}`,
    };
  if (row.last_used_at === null)
    return { effect: "usual", weight, reason: `you last dismissed it on ${day(row.last_dismissed_at)}` };
  const faded = weight < baseWeights.search ? "; its weight drops each month without use" : "";
  return { effect: "usual", weight, reason: `you last tagged it on ${day(row.last_used_at)}${faded}` };
}

const words = ["", "once", "twice", "three times", "four times", "five times", "six times"];

function times(count: number): string {
  return words[count] ?? `${count} times`;
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });

function day(at: Date | null): string {
  return at ? dayFormat.format(at) : "a while ago";
}
