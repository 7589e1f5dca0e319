import type { TicketDetail } from "../../../../protocol/admin.ts";
import type { OwnerChange } from "../../../../protocol/admin-visitors.ts";
import { useWorkspace } from "../../app-context.ts";
import { ticketTitle, visitorName } from "../../ui/format.ts";
import { Fact, Section } from "../../ui/section.tsx";
import { clockTime, dayLabel, fullTime, now } from "../../ui/time.ts";
import { StatusChip } from "../inbox/ticket-chips.tsx";
import { useBlock } from "./ticket-menu.tsx";

/** The visitor's identity, whether it is verified, and their device. */
export function VisitorSection({ detail }: { detail: TicketDetail }) {
  const { ticket, visitor } = detail;
  const { name: _name, ...person } = ticket.visitor;
  return (
    <Section title="Visitor">
      <dl class="facts">
        <Fact name="Name">{visitorName(ticket.visitor)}</Fact>
        {person.email ? <Fact name="E-mail">{person.email}</Fact> : null}
        <Fact name="Identity">{visitor.is_identified ? "Verified by your site" : "Unverified"}</Fact>
        {person.external_id ? <Fact name="Customer ID">{person.external_id}</Fact> : null}
        {person.locale ? <Fact name="Language">{languageName(person.locale)}</Fact> : null}
        {visitor.device ? <Fact name="Device">{visitor.device}</Fact> : null}
        <Fact name="First seen">{fullTime(visitor.first_seen_at)}</Fact>
        <Fact name="First message">{fullTime(ticket.created_at)}</Fact>
      </dl>
      {visitor.blocked_at ? <Blocked detail={detail} since={visitor.blocked_at} /> : null}
    </Section>
  );
}

function Blocked({ detail, since }: { detail: TicketDetail; since: string }) {
  const { may } = useWorkspace();
  const unblock = useBlock(detail);
  return (
    <p class="blocked">
      <span>Blocked since {fullTime(since)}. New messages are ignored.</span>
      {may("agent") ? (
        <button type="button" class="btn small" onClick={() => void unblock()}>
          Unblock
        </button>
      ) : null}
    </p>
  );
}

/** The visitor's other tickets. */
export function EarlierTickets({ detail: { visitor } }: { detail: TicketDetail }) {
  if (visitor.tickets.length === 0) return null;
  const more = visitor.ticket_count - visitor.tickets.length;
  return (
    <Section title={`Other tickets (${visitor.ticket_count})`}>
      <ul class="earlier">
        {visitor.tickets.map((ticket) => (
          <li key={ticket.id}>
            <a href={`/console/inbox/${ticket.id}?view=all`} title={fullTime(ticket.updated_at)}>
              <span class="ticket-number">#{ticket.number}</span>
              <span class="earlier-subject" dir="auto">
                {ticketTitle(ticket)}
              </span>
              <StatusChip status={ticket.status} endedAs={ticket.ended_as} />
            </a>
          </li>
        ))}
      </ul>
      {more > 0 ? <p class="muted">And {more} older.</p> : null}
    </Section>
  );
}

/** The ticket's owners in chronological order. */
export function OwnerTimeline({ detail: { owners, ended_as: endedAs } }: { detail: TicketDetail }) {
  if (owners.length === 0) return null;
  return (
    <Section title="History">
      <ol class="timeline">
        {owners.map((change, index) => (
          <li key={`${change.at}-${index}`}>
            <span>{endedAs === "spam" && index === owners.length - 1 ? "Marked as spam" : ownerWords(change)}</span>
            <time dateTime={change.at} title={fullTime(change.at)}>
              {dayLabel(change.at, now.value)}, {clockTime(change.at)}
            </time>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const rules = { round_robin: "(round robin)", load: "(least busy)" } as const;

function ownerWords({ owner, status, agent, given, merged_into: into, inactive }: OwnerChange): string {
  const who = agent?.name ?? "an agent";
  if (into !== undefined) return `Merged into #${into} by ${who}`;
  if (given === "back") return `Unassigned from ${who} (away)`;
  if (given) return `Assigned to ${who} ${rules[given]}`;
  if (inactive) return "Ended after inactivity";
  if (status === "resolved") return `Resolved by ${who}`;
  if (status === "closed") return "Ended by the visitor";
  if (owner === "assistant") return "The assistant answers";
  if (status === "pending_visitor" && !agent) return "Unassigned";
  return status === "pending_human" ? "Waiting for the team" : `${who} answers`;
}

/** Readable language name with the browser's code: `German (de-AT)`. */
function languageName(locale: string): string {
  try {
    const name = new Intl.DisplayNames(["en"], { type: "language", languageDisplay: "standard", fallback: "none" }).of(
      new Intl.Locale(locale).language,
    );
    return name ? `${name} (${locale})` : locale;
  } catch {
    return locale;
  }
}
