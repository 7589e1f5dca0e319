import { sql } from "kysely";
import { type FormAnswers, type FormSettings, formAnswersSchema, type VisitorForm } from "../../../protocol/form.ts";
import { json } from "../../database/column-types.ts";
import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { TicketRow } from "./tickets.ts";

/** The most answered forms of one visitor that an agent sees. */
const maxListed = 20;

export interface VisitorKnown {
  /** The team can reach the visitor, or has asked for an address in the form, so that the assistant need not ask. */
  reachable: boolean;
  /** The tenant's form without the fields whose answers are known; null when nothing is left to ask. */
  form: VisitorForm | null;
}

interface Known {
  name: string | null;
  email: string | null;
  form: Partial<FormSettings>;
  form_version: number;
  answered: boolean;
}

/** Reads everything in one statement. */
export async function findVisitorKnown(tx: TenantTransaction, visitorId: string): Promise<VisitorKnown> {
  const row: Known | undefined = await tx.first(
    query
      .selectFrom("visitors as v")
      .innerJoin("tenants as n", "n.tenant_id", "v.tenant_id")
      .select([
        "v.name",
        "v.email",
        "n.form",
        "n.form_version",
        sql<boolean>`exists (select 1 from form_answers a where a.visitor_id = v.id and a.version = n.form_version)`.as(
          "answered",
        ),
      ])
      .where("v.id", "=", visitorId)
      .$narrowType<Pick<Known, "form">>(), // not parsed: every page load reads it, and only the settings write it
  );
  const wasAsked = row?.answered && row.form.when === "person";
  return { reachable: row?.email != null || wasAsked === true, form: row ? toAsk(row) : null };
}

function toAsk({ name, email, form, form_version: version, answered }: Known): VisitorForm | null {
  const { when = "never", fields: all = [], consent = null } = form;
  if (when === "never" || answered) return null;
  const fields = all.filter(({ kind }) => !(kind === "name" && name?.trim()) && !(kind === "email" && email));
  if (fields.length === 0 && !consent) return null;
  return { version, when, fields, consent, is_required: consent !== null || fields.some(({ required }) => required) };
}

/** The form as it concerns a ticket now or later: a form for the start is not asked in a ticket with messages. */
export function formOf(ticket: Pick<TicketRow, "message_count">, form: VisitorForm | null): VisitorForm | null {
  return form?.when === "start" && ticket.message_count > 0 ? null : form;
}

/**
 * Whether a message may have to wait for the form: before the first message of a ticket `t`, or while an agent owns it. Whether the form
 * requires anything of this visitor is decided by {@link isFormMissing}.
 */
export const mayMissForm = sql<boolean>`exists (
  select 1 from tenants n
   where n.tenant_id = t.tenant_id
     and case n.form ->> 'when' when 'start' then t.message_count = 0 when 'person' then t.owner = 'human' else false end
     and not exists (select 1 from form_answers a where a.visitor_id = t.visitor_id and a.version = n.form_version))`;

/** True when the ticket's visitor must complete the form before the next message. */
export async function isFormMissing(tx: TenantTransaction, ticket: TicketRow): Promise<boolean> {
  const form = formOf(ticket, (await findVisitorKnown(tx, ticket.visitor_id)).form);
  return form?.is_required === true && (form.when === "start" || ticket.owner === "human");
}

/** Stores a visitor's answers. @returns false, with nothing stored, when the visitor has answered this version. */
export async function insertFormAnswers(
  tx: TenantTransaction,
  visitorId: string,
  { version, ticket_id, answers, consent }: Omit<FormAnswers, "created_at">,
): Promise<boolean> {
  const row = { version, ticket_id, answers: json(answers), consent: consent && json(consent) };
  const stored = await tx.run(
    query
      .insertInto("form_answers")
      .values({ tenant_id: tx.tenantId, visitor_id: visitorId, ...row })
      .onConflict((conflict) => conflict.doNothing()),
  );
  return stored > 0;
}

/** The visitor's answers, newest first. */
export async function listFormAnswers(tx: TenantTransaction, visitorId: string): Promise<FormAnswers[]> {
  const rows = await tx.all(
    query
      .selectFrom("form_answers")
      .select(["version", "ticket_id", "answers", "consent", "created_at"])
      .where("visitor_id", "=", visitorId)
      .orderBy("version", "desc")
      .limit(maxListed),
  );
  return rows.map((row) => formAnswersSchema.parse({ ...row, created_at: row.created_at.toISOString() }));
}
