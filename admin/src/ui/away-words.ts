import type { Away } from "../../../protocol/assignment.ts";
import { snoozeWords } from "../tickets/inbox/snooze-times.ts";

/** `Away`, or `Away until 14:00`; empty for who is not, or not any more. */
export function awayWords(away: Away | null | undefined, now: Date): string {
  if (!away) return "";
  if (away.until === null) return "Away";
  const until = new Date(away.until);
  return until > now ? `Away until ${snoozeWords(until, now)}` : "";
}
