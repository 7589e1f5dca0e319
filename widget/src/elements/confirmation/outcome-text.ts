import type { Texts } from "../../i18n/texts.ts";
import type { Outcome } from "../../view/tool-entries.ts";

/** What became of a question, in words. @param isOurs the answer was given here, not in another window. */
export function outcomeText(
  { outcome, by }: Outcome,
  { words, isOurs }: { words: Texts["tools"]; isOurs: boolean },
): string {
  const isTeam = by === "agent";
  const elsewhere = by === "visitor" && !isOurs ? ` ${words.elsewhere}.` : "";
  switch (outcome) {
    case "approved":
      return isTeam ? words.teamApproved : elsewhere === "" ? words.approved : `${words.approved}.${elsewhere}`;
    case "declined":
      return (isTeam ? words.teamDeclined : words.declined) + elsewhere;
    case "expired":
      return words.expired;
    case "withdrawn":
      return words.withdrawn;
    default:
      return outcome satisfies never;
  }
}
