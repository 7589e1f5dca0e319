import type { TicketNote } from "../../../../protocol/admin-notes.ts";
import { Icon } from "../../ui/icon.tsx";
import { clockTime, fullTime } from "../../ui/time.ts";

/** A note of the team, where it was written. */
export function NoteItem({ note }: { note: TicketNote }) {
  const { author, content, mentions, created_at: at } = note;
  return (
    <article class="message message-note" aria-label={`Note by ${author.name}, for the team`}>
      <span class="avatar avatar-note" aria-hidden="true">
        <Icon name="lock" />
      </span>
      <div class="message-main">
        <p class="message-head">
          <strong dir="auto">{author.name}</strong>
          <span class="muted">note</span>
          <time dateTime={at} title={fullTime(at)}>
            {clockTime(at)}
          </time>
        </p>
        <p class="message-plain" dir="auto">
          {partsOf(
            content,
            mentions.map(({ name }) => `@${name}`),
          ).map((part, index) =>
            part.isMention ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
          )}
        </p>
      </div>
    </article>
  );
}

/** A text cut where one of the names stands. */
function partsOf(text: string, names: readonly string[]): { text: string; isMention: boolean }[] {
  if (names.length === 0) return [{ text, isMention: false }];
  const sorted = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return (
    text
      // pattern-example: /(Ada Lovelace|Ada)/iu
      .split(new RegExp(`(${sorted.join("|")})`, "iu"))
      .map((part, index) => ({ text: part, isMention: index % 2 === 1 }))
      .filter((part) => part.text !== "")
  );
}
