import type { HistoryMessage } from "../assistant/ports.ts";
import { shorten } from "../text/shorten.ts";

/** Messages that the summary of an episode looks at. */
export const episodeMessages = 30;
const maxMessageChars = 300;
const maxSummaryChars = 2_400;

/** What was said before a hand-back, for the assistant; the newest last, the oldest left out when it grows long. */
export function episodeSummary(said: HistoryMessage[], earlier: string | null): string {
  const who = { visitor: "The visitor", agent: "An agent", assistant: "The assistant", system: "Note" };
  const lines = said.map(({ role, content }) => `${who[role]}: ${shorten(content, maxMessageChars)}`);
  const all = [...(earlier ? earlier.split("\n").slice(1) : []), ...lines];
  let size = 0;
  const kept = all.toReversed().filter((line) => {
    size += line.length + 1;
    return size <= maxSummaryChars;
  });
  return ["Earlier in this conversation, before an agent returned it to the assistant:", ...kept.reverse()].join("\n");
}
