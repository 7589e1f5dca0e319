import type { MessageItem, TimelineItem } from "./state.ts";

const sentenceEnd = /[.!?。؟]/u;

/**
 * The sentence with which the assistant hands over names the ticket, and so does the card below it, with all that follows.
 * Takes the end of the sentence away, and tells the card what it need not say again.
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
  // Words that lead to sections stay, also where they begin with the number.
  const content = before || (message?.related && message.content);
  if (!content) return items;
  return items.map((item) =>
    item === message ? { ...item, content } : item === card ? { ...item, isTold: true } : item,
  );
}

/** Where a number stands that does not go on: `#10` is not in `#100`. Looked for at each token of a long answer, so by no pattern. */
function placeOf(mark: string, { content }: MessageItem): number {
  for (let at = content.indexOf(mark); at >= 0; at = content.indexOf(mark, at + 1)) {
    if (!/\d/.test(content.charAt(at + mark.length))) return at;
  }
  return -1;
}

/** What stands before the sentence that a place is in. */
function beforeSentenceAt(text: string, place: number): string {
  let start = place;
  while (start > 0 && !sentenceEnd.test(text.charAt(start - 1))) start -= 1;
  return text.slice(0, start).trim();
}
