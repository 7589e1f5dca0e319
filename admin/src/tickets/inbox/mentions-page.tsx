import { useEffect } from "preact/hooks";
import { plainLine } from "../../../../ui/markdown/plain-text.ts";
import { useWorkspace } from "../../app-context.ts";
import { ticketTitle } from "../../ui/format.ts";
import { Notice, Skeleton } from "../../ui/states.tsx";
import { fullTime, now, shortAge } from "../../ui/time.ts";

/** Unseen notes that mention the user; opening the ticket marks them as seen. */
export function MentionsPage() {
  const { mentions } = useWorkspace();
  useEffect(() => mentions.changed(), [mentions]);
  const items = mentions.items.value;
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>Mentions</h1>
          <p class="muted">Notes that mention you. Opening the ticket clears them.</p>
        </div>
      </header>
      {items === null ? <Skeleton rows={4} label="Loading mentions" /> : null}
      {items?.length === 0 ? <Notice title="No mentions" text="New mentions will appear here." /> : null}
      <ul class="mentions">
        {(items ?? []).map(({ note_id: id, ticket, author, content, created_at: at }) => (
          <li key={id}>
            <a href={`/console/inbox/${ticket.id}?view=all`}>
              <span class="mention-head">
                <strong dir="auto">{author.name}</strong>
                <span class="ticket-number">#{ticket.number}</span>
                <span class="mention-subject" dir="auto">
                  {ticketTitle(ticket)}
                </span>
                <time dateTime={at} title={fullTime(at)}>
                  {shortAge(at, now.value)}
                </time>
              </span>
              <span class="mention-text" dir="auto">
                {plainLine(content)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
