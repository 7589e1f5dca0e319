import type { FormAnswers, FormSettings, VisitorForm } from "../../../protocol/form.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { TicketRow } from "./tickets.ts";

/** What is known of a visitor, and what is still to be asked. */
export interface VisitorKnown {
  /** People know where to reach the visitor, or have asked by a form, which takes the place of the question for an address. */
  reachable: boolean;
  form: VisitorForm | null;
}

interface Raw {
  name: string | null;
  email: string | null;
  form: Partial<FormSettings>;
  form_version: number;
  answered: boolean;
}

/** Reads both in one statement. The form is that of the tenant without what is known; null when it was answered or nothing is left of it. */
export async function findVisitorKnown(tx: TenantTransaction, visitorId: string): Promise<VisitorKnown> {
  const { rows } = await tx.query<Raw>(
    `select v.name, v.email, n.form, n.form_version,
            exists (select 1 from form_answers a where a.visitor_id = v.id and a.version = n.form_version) as answered
       from visitors v join tenants n on n.tenant_id = v.tenant_id
      where v.id = $1`,
    [visitorId],
  );
  const [row] = rows;
  const wasAsked = row?.answered && row.form.when === "person";
  return { reachable: row?.email != null || wasAsked === true, form: row ? toAsk(row) : null };
}

function toAsk({ name, email, form, form_version: version, answered }: Raw): VisitorForm | null {
  const { when = "never", fields: all = [], consent = null } = form;
  if (when === "never" || answered) return null;
  const fields = all.filter(({ kind }) => !(kind === "name" && name?.trim()) && !(kind === "email" && email));
  if (fields.length === 0 && !consent) return null;
  return { version, when, fields, consent, is_required: consent !== null || fields.some(({ required }) => required) };
}

/** The part of a form that concerns a ticket now or later: nothing is asked "at the start" of one that has begun. */
export function formOf(ticket: Pick<TicketRow, "message_count">, form: VisitorForm | null): VisitorForm | null {
  return form?.when === "start" && ticket.message_count > 0 ? null : form;
}

/**
 * Whether a message has to wait for the form: before the first of a ticket, or while a person has it. In SQL, for a ticket `t`; whether
 * anything of the form is required of this visitor is left to {@link isFormMissing}.
 */
export const mayMissForm = `exists (select 1 from tenants n
     where n.tenant_id = t.tenant_id
       and case n.form ->> 'when' when 'start' then t.message_count = 0 when 'person' then t.owner = 'human' else false end
       and not exists (select 1 from form_answers a where a.visitor_id = t.visitor_id and a.version = n.form_version))`;

/** True when the ticket's visitor has to answer something before the next message. */
export async function isFormMissing(tx: TenantTransaction, ticket: TicketRow): Promise<boolean> {
  const form = formOf(ticket, (await findVisitorKnown(tx, ticket.visitor_id)).form);
  return form?.is_required === true && (form.when === "start" || ticket.owner === "human");
}

/** Stores what a visitor answered; what was answered to a version stands. */
export async function insertFormAnswers(
  tx: TenantTransaction,
  visitorId: string,
  given: Omit<FormAnswers, "created_at">,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into form_answers (tenant_id, visitor_id, version, ticket_id, answers, consent) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [
      tx.tenantId,
      visitorId,
      given.version,
      given.ticket_id,
      JSON.stringify(given.answers),
      given.consent && JSON.stringify(given.consent),
    ],
  );
  return (rowCount ?? 0) > 0;
}

/** What the visitor of a ticket has answered, newest first. */
export async function listFormAnswers(tx: TenantTransaction, visitorId: string): Promise<FormAnswers[]> {
  const { rows } = await tx.query<Omit<FormAnswers, "created_at"> & { created_at: Date }>(
    `select version, ticket_id, answers, consent, created_at from form_answers
      where visitor_id = $1 order by version desc limit ${maxListed}`,
    [visitorId],
  );
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/** Forms that an agent is shown of one visitor: as many as changed while the visitor came back. */
const maxListed = 20;
