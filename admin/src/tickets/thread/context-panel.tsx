import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import type { FormAnswers } from "../../../../protocol/form.ts";
import { ticketChangeRoutes } from "../../../../protocol/routes/ticket-changes.ts";
import { safeLink } from "../../../../ui/links/safe-link.ts";
import { shownPlace } from "../../../../ui/links/shown-place.ts";
import { plainLine } from "../../../../ui/markdown/plain-text.ts";
import { useWorkspace } from "../../app-context.ts";
import { MemorySection } from "../../assistant/memory-section.tsx";
import { kindNames } from "../../settings/form-fields.ts";
import { ticketTitle } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { isWide } from "../../ui/media.ts";
import { Fact, Section } from "../../ui/section.tsx";
import { fullTime } from "../../ui/time.ts";
import { StatusChip } from "../inbox/ticket-chips.tsx";
import { reasonLabels } from "../inbox/views.ts";
import { TicketBlock } from "./ticket-block.tsx";
import { saidBy } from "./ticket-changer.ts";
import { PendingApproval } from "./tool-lines.tsx";
import { UsageRecord } from "./usage-record.tsx";
import { EarlierTickets, OwnerTimeline, VisitorSection } from "./visitor-section.tsx";

/** The ticket's facts, the reason for the hand-over, the visitor, the current page and, for managers, the cost. */
export function ContextPanel({ detail }: { detail: TicketDetail }) {
  const { page, usage } = detail;
  const { may } = useWorkspace();
  return (
    <div class="context-inner">
      <TicketBlock detail={detail} />
      {isWide.value ? <PendingApproval detail={detail} /> : null}
      <Escalation detail={detail} />
      <AnsweredBefore detail={detail} />
      <RelatedSection detail={detail} />
      <VisitorSection detail={detail} />
      <MemorySection detail={detail} />
      <EarlierTickets detail={detail} />
      {detail.forms.map((form) => (
        <FormSection key={form.version} form={form} isOnly={detail.forms.length === 1} />
      ))}
      {page?.url || page?.title ? (
        <Section title="Page">
          <PageLink url={page.url} title={page.title} />
        </Section>
      ) : null}
      <OwnerTimeline detail={detail} />
      {may("manager") ? <UsageRecord usage={usage} /> : null}
    </div>
  );
}

function Escalation({ detail }: { detail: TicketDetail }) {
  const { ticket, question } = detail;
  const interpreted = plainLine(question ?? "");
  const said = new Set([ticket.subject, ...detail.messages.map(({ content }) => plainLine(content))]);
  const summary = summaryWords(detail);
  if (!ticket.escalation_reason && !summary) return null;
  return (
    <Section title="Hand-over reason">
      {ticket.escalation_reason ? (
        <p class="reason">{reasonLabels[ticket.escalation_reason] ?? ticket.escalation_reason}</p>
      ) : null}
      {summary ? (
        <div class="context-text">
          <MarkdownView text={summary} />
        </div>
      ) : null}
      {interpreted !== "" && !said.has(interpreted) ? (
        <dl class="facts facts-stacked">
          <Fact name="Interpreted as">{interpreted}</Fact>
        </dl>
      ) : null}
    </Section>
  );
}

/** Lines of the summary that nothing beside them says: without a model it repeats the reason and the question. */
function summaryWords({ ticket, summary, question }: TicketDetail): string {
  const lines = (summary ?? "").split("\n");
  const repeats = ticket.escalation_reason && question && lines[1] === `Question: ${question.slice(0, 400)}`;
  return (repeats ? lines.slice(2) : lines).join("\n").trim();
}

/** The visitor's form answers and consent. */
function FormSection({ form, isOnly }: { form: FormAnswers; isOnly: boolean }) {
  const { answers, consent, version, created_at: at } = form;
  const href = safeLink(consent?.link?.url);
  return (
    <Section title={isOnly ? "Form" : `Form, version ${version}`}>
      <dl class="facts facts-stacked">
        {answers.map(({ id, kind, label, value }) => (
          <Fact
            key={id}
            name={label ?? (kind === "name" || kind === "email" || kind === "phone" ? kindNames[kind] : id)}
          >
            {value}
          </Fact>
        ))}
        {consent ? (
          <Fact name={`Agreed to on ${fullTime(at)} (version ${version})`}>
            {consent.text}{" "}
            {href ? (
              <a href={href} target="_blank" rel="noopener noreferrer" title={href}>
                {consent.link?.label}
              </a>
            ) : null}
          </Fact>
        ) : null}
      </dl>
      {answers.length === 0 && !consent ? <p class="context-text">Skipped on {fullTime(at)}</p> : null}
    </Section>
  );
}

function PageLink({ url, title }: { url?: string; title?: string }) {
  const href = safeLink(url);
  const label = title || url || "";
  // The visitor's page sets the title, so it is not trusted.
  const place = href && shownPlace(label, href);
  return (
    <p class="context-text" dir="auto">
      {href ? (
        <a href={href} target="_blank" rel="noopener noreferrer" title={href}>
          {label}
          {place ? <bdi class="host"> ({place})</bdi> : null}
        </a>
      ) : (
        label
      )}
    </p>
  );
}

type Part = FunctionComponent<{ ticketId: string }>;
let loaded: Part | null = null;

/** Agents' answers to similar questions, while the visitor waits for a reply. The script is loaded on first use. */
function AnsweredBefore({ detail: { ticket } }: { detail: TicketDetail }) {
  const [part, setPart] = useState<{ Similar: Part } | null>(loaded && { Similar: loaded });
  const isAsked = ticket.status === "pending_human" || ticket.status === "in_progress";
  useEffect(() => {
    if (!isAsked || part) return;
    import("../../knowledge/gaps/similar-tickets.tsx").then(
      ({ SimilarTickets }) => {
        loaded = SimilarTickets;
        setPart({ Similar: SimilarTickets });
      },
      // Loading failed: the next ticket tries again.
      () => {},
    );
  }, [isAsked, part]);
  return isAsked && part ? <part.Similar ticketId={ticket.id} /> : null;
}

/** Tickets that agents linked to this one. */
function RelatedSection({ detail: { ticket, related } }: { detail: TicketDetail }) {
  const { api, ticket: store, toasts, may } = useWorkspace();
  if (related.links.length === 0) return null;
  const unlink = async (id: string) => {
    try {
      store.take(await api.call(ticketChangeRoutes.unlinkTickets, { id: ticket.id, ticket: id }));
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
                {ticketTitle({ subject })}
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
