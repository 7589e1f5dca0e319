import type { TicketDetail } from "../../../../protocol/admin.ts";
import type { FormAnswers } from "../../../../protocol/form.ts";
import { safeLink } from "../../../../ui/links/safe-link.ts";
import { shownPlace } from "../../../../ui/links/shown-place.ts";
import { MemorySection } from "../../assistant/memory-section.tsx";
import { kindNames } from "../../settings/form-fields.ts";
import { Fact } from "../../ui/fact.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { isWide } from "../../ui/media.ts";
import { Section } from "../../ui/section.tsx";
import { fullTime } from "../../ui/time.ts";
import { reasonLabels } from "../inbox/views.ts";
import { AnsweredBefore } from "./answered-before.tsx";
import { PendingApproval } from "./pending-approval.tsx";
import { Receipt } from "./receipt.tsx";
import { RelatedSection } from "./related-section.tsx";
import { EarlierTickets, OwnerTimeline, VisitorSection } from "./visitor-section.tsx";

/** Why the ticket is here, who the visitor is, where they are, what it cost. */
export function ContextPanel({ detail }: { detail: TicketDetail }) {
  const { page, receipt } = detail;
  return (
    <div class="context-inner">
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
      <Receipt receipt={receipt} />
    </div>
  );
}

function Escalation({ detail }: { detail: TicketDetail }) {
  const { ticket, summary, question } = detail;
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
      {question ? (
        <dl class="facts facts-stacked">
          <Fact name="Interpreted as">{question}</Fact>
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
