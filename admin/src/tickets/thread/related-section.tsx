import type { TicketDetail } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { StatusChip } from "../../ui/chips.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";
import { relatedCalls } from "./related-calls.ts";
import { saidBy } from "./ticket-changer.ts";

/** Tickets that somebody said belong together with this one. */
export function RelatedSection({ detail: { ticket, related } }: { detail: TicketDetail }) {
  const { api, ticket: store, toasts, may } = useWorkspace();
  if (related.links.length === 0) return null;
  const unlink = async (id: string) => {
    try {
      store.take(await relatedCalls(api.admin).unlink(ticket.id, id));
    } catch (cause) {
      toasts.fail(`Not changed. ${saidBy(cause)}`);
    }
  };
  return (
    <Section title={`Linked tickets (${related.links.length})`}>
      <ul class="earlier earlier-linked">
        {related.links.map(({ id, number, subject, status, ended_as: endedAs }) => (
          <li key={id}>
            <a href={`/console/inbox/${id}?view=all`}>
              <span class="ticket-number">#{number}</span>
              <span class="earlier-subject" dir="auto">
                {subject || "No subject"}
              </span>
              <StatusChip status={status} endedAs={endedAs} />
            </a>
            {may("agent") ? (
              <button
                type="button"
                class="icon-btn"
                aria-label={`Remove the link to #${number}`}
                onClick={() => void unlink(id)}
              >
                <Icon name="close" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}
