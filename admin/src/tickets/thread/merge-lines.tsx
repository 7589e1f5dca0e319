import { useSignal } from "@preact/signals";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import type { Merge } from "../../../../protocol/related.ts";
import { useWorkspace } from "../../app-context.ts";
import { Spinner } from "../../ui/states.tsx";
import { clockTime, fullTime } from "../../ui/time.ts";
import { MessageItem } from "./message-item.tsx";
import { relatedCalls } from "./related-calls.ts";
import { saidBy } from "./ticket-changer.ts";

/** At the end of a duplicate: where it goes on. */
export function MergedInto({ merge: { id, number, subject, by, at } }: { merge: Merge }) {
  return (
    <p class="merge-line">
      Merged into{" "}
      <a href={`/console/inbox/${id}?view=all`} dir="auto">
        #{number} {subject}
      </a>{" "}
      by {by}{" "}
      <time dateTime={at} title={fullTime(at)}>
        {clockTime(at)}
      </time>
    </p>
  );
}

/** In the ticket in which a duplicate goes on: what was said in that, folded until somebody wants to read it. */
export function MergedTicket({ merge: { id, number, by, at } }: { merge: Merge }) {
  const { api } = useWorkspace();
  const read = useSignal<TicketDetail | null>(null);
  const problem = useSignal("");
  const load = async () => {
    problem.value = "";
    try {
      read.value = await relatedCalls(api.admin).read(id);
    } catch (cause) {
      problem.value = saidBy(cause);
    }
  };
  const detail = read.value;
  return (
    <details class="merged" onToggle={(event) => (event.currentTarget.open && !detail ? void load() : undefined)}>
      <summary>
        #{number} was merged into this by {by}{" "}
        <time dateTime={at} title={fullTime(at)}>
          {clockTime(at)}
        </time>
      </summary>
      {detail ? (
        <>
          {detail.messages.map((message) => (
            <MessageItem key={message.id} message={message} visitor={detail.ticket.visitor} ticketId={id} />
          ))}
          <p class="merge-line">
            <a href={`/console/inbox/${id}?view=all`}>Open #{number}</a>
          </p>
        </>
      ) : problem.value ? (
        <p role="alert">{problem.value}</p>
      ) : (
        <p>
          <Spinner /> Loading…
        </p>
      )}
    </details>
  );
}
