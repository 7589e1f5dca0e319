import type { MessageItem, TimelineItem } from "./state.ts";

const sentenceEnd = /[.!?。؟]/u;

/**
 * Both the assistant's hand-over sentence and the card below it name the ticket. Removes the message's text from that sentence on, and
 * marks the card so that it does not repeat the hand-over.
 */
export function withoutRepeats(items: readonly TimelineItem[]): readonly TimelineItem[] {
  const card = items.find((item) => item.kind === "escalation");
  if (!card) return items;
  const mark = `#${card.ticketNumber}`;
  const message = items.findLast(
    (item): item is MessageItem =>
      item.kind === "message" && item.role === "assistant" && item.citations.length === 0 && placeOf(mark, item) >= 0,
  );
  const before = message && beforeSentenceAt(message.content, placeOf(mark, message));
  // A text that introduces sections stays, even when it begins with the number.
  const content = before || (message?.related && message.content);
  if (!content) return items;
  return items.map((item) =>
    item === message ? { ...item, content } : item === card ? { ...item, isTold: true } : item,
  );
}

/** Position of a number that does not continue: `#10` is not in `#100`. Runs at each token of a long answer, so it uses no pattern. */
function placeOf(mark: string, { content }: MessageItem): number {
  for (let at = content.indexOf(mark); at >= 0; at = content.indexOf(mark, at + 1)) {
    if (!/\d/.test(content.charAt(at + mark.length))) return at;
  }
  return -1;
}

/** The text before the sentence that contains a position. */
function beforeSentenceAt(text: string, place: number): string {
  let start = place;
  while (start > 0 && !sentenceEnd.test(text.charAt(start - 1))) start -= 1;
  return text.slice(0, start).trim();
}
