import type { ComponentChildren } from "preact";
import type { TicketDetail } from "../../../protocol/admin.ts";
import type { FormAnswers } from "../../../protocol/form.ts";
import { safeLink } from "../../../screens/links/safe-link.ts";
import { shownPlace } from "../../../screens/links/shown-place.ts";
import { MarkdownView } from "../components/markdown-view.tsx";
import { visitorName } from "../lib/format.ts";
import { fullTime } from "../lib/time.ts";
import { reasonLabels } from "../lib/views.ts";
import { kindNames } from "../settings/form-fields.ts";
import { Receipt } from "./receipt.tsx";
import { Section } from "./section.tsx";

/** Why the ticket is here, who the visitor is, where they are, what it cost. */
export function ContextPanel({ detail }: { detail: TicketDetail }) {
  const { ticket, page, receipt } = detail;
  return (
    <div class="context-inner">
      <Escalation detail={detail} />
      <Section title="Visitor">
        <dl class="facts">
          <Fact name="Name">{visitorName(ticket.visitor)}</Fact>
          {ticket.visitor.email ? <Fact name="E-mail">{ticket.visitor.email}</Fact> : null}
          {ticket.visitor.external_id ? <Fact name="Customer id">{ticket.visitor.external_id}</Fact> : null}
          {ticket.visitor.locale ? <Fact name="Language">{ticket.visitor.locale}</Fact> : null}
          <Fact name="First message">{fullTime(ticket.created_at)}</Fact>
          <Fact name="Messages">{ticket.message_count}</Fact>
        </dl>
      </Section>
      {detail.forms.map((form) => (
        <FormSection key={form.version} form={form} isOnly={detail.forms.length === 1} />
      ))}
      {page?.url || page?.title ? (
        <Section title="Page">
          <PageLink url={page.url} title={page.title} />
        </Section>
      ) : null}
      <Receipt receipt={receipt} />
    </div>
  );
}

function Escalation({ detail }: { detail: TicketDetail }) {
  const { ticket, summary, question } = detail;
  if (!ticket.escalation_reason && !summary) return null;
  return (
    <Section title="Why a person">
      {ticket.escalation_reason ? (
        <p class="reason">{reasonLabels[ticket.escalation_reason] ?? ticket.escalation_reason}</p>
      ) : null}
      {summary ? (
        <div class="context-text">
          <MarkdownView text={summary} />
        </div>
      ) : null}
      {question ? (
        <dl class="facts facts-stacked">
          <Fact name="Question as understood">{question}</Fact>
        </dl>
      ) : null}
    </Section>
  );
}

/** What the visitor answered to the form, and what they agreed to. */
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
  // The title is the visitor's word.
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

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
