import type { TicketRating } from "../../../../protocol/visitor-tickets.ts";
import { mouths } from "../../../../ui/rating/mouths.ts";
import { clockTime, fullTime } from "../../ui/time.ts";

/** What the faces mean that the visitor had to choose from. */
const meanings = ["very bad", "bad", "so-so", "good", "very good"] as const;

/** How it went, as the visitor says: the face they chose and their words. */
export function RatingLine({ rating: { score, comment, created_at } }: { rating: TicketRating }) {
  return (
    <article class="message-rating" aria-label="The visitor's rating">
      <p>
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <circle cx="12" cy="12" r="10" />
          <path d="M9 9.5h.01M15 9.5h.01" />
          <path d={mouths[score - 1]} />
        </svg>
        <span>
          Rated <strong>{meanings[score - 1]}</strong> ({score} of 5)
        </span>
        <time dateTime={created_at} title={fullTime(created_at)}>
          {clockTime(created_at)}
        </time>
      </p>
      {comment ? (
        <p class="message-plain" dir="auto">
          {comment}
        </p>
      ) : null}
    </article>
  );
}
