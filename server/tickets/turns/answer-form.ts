import type { FormAnswers, FormField, FormRequest, VisitorForm } from "../../../protocol/form.ts";
import { answerProblem } from "../../../protocol/form-check.ts";
import { AppError } from "../../core/errors.ts";
import { announce } from "../../core/live/announce.ts";
import type { LiveHub } from "../../core/live/hub.ts";
import { insertAudit } from "../../database/audit-log.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { findVisitorKnown, insertFormAnswers } from "../store/form-answers.ts";
import { lockTicket, type TicketKey } from "../store/tickets.ts";
import { addToVisitor } from "../store/visitors.ts";

/**
 * Stores what a visitor answered to the form, notes the name and the address that nobody knew, and tells the desk. Answering again
 * changes nothing, nor does answering what is not asked any more.
 * @throws AppError `not_found`, `form_changed` for another version, `invalid_request` for answers that do not pass.
 */
export async function answerForm(
  { db, hub }: { db: Database; hub: LiveHub },
  { tenantId, ticketId }: TicketKey,
  given: FormRequest,
): Promise<void> {
  const isNew = await withTenant(db, tenantId, async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (!ticket) throw new AppError("not_found", "Ticket not found.");
    const { form } = await findVisitorKnown(tx, ticket.visitor_id);
    if (!form) return false;
    if (form.version !== given.version) throw new AppError("form_changed", "The form has changed. Load it again.");
    const answers = checkAnswers(form, given);
    const answerOf = (kind: FormField["kind"]) => answers.find((answer) => answer.kind === kind)?.value ?? null;
    const isStored = await insertFormAnswers(tx, ticket.visitor_id, {
      version: form.version,
      ticket_id: ticketId,
      answers,
      consent: form.consent,
    });
    await addToVisitor(tx, ticket.visitor_id, { name: answerOf("name"), email: answerOf("email") });
    // The same answers sent once more.
    if (!isStored) return false;
    await insertAudit(tx, {
      actor: { kind: "visitor", id: ticket.visitor_id },
      action: "visitor.form",
      target: { kind: "ticket", id: ticketId },
      detail: { version: form.version, fields: answers.map(({ id }) => id), consent: form.consent !== null },
    });
    return true;
  });
  // Nothing of it stands in the ticket's log; whoever looks at the ticket reads it anew.
  if (isNew) await announce(hub, { tenantId, ticketId }, []);
}

/** The answers that are none are left out. @throws AppError `invalid_request`, which names fields and no answers. */
function checkAnswers(form: VisitorForm, { answers, consent }: FormRequest): FormAnswers["answers"] {
  const known = new Map(form.fields.map((field) => [field.id, field]));
  const problems = [
    ...Object.keys(answers).flatMap((id) =>
      known.has(id) ? [] : [{ field: "answers", message: "is not a field of the form" }],
    ),
    ...form.fields.flatMap((field) => {
      const problem = answerProblem(field, answerTo(field, answers));
      return problem
        ? [{ field: `answers.${field.id}`, message: problem === "missing" ? "is required" : "is not valid" }]
        : [];
    }),
    ...(form.consent && !consent ? [{ field: "consent", message: "is required" }] : []),
  ];
  if (problems.length > 0)
    throw new AppError("invalid_request", "Some answers are not valid. See `details`.", { details: problems });
  return form.fields.flatMap((field) => {
    const value = answerTo(field, answers).trim();
    return value === "" ? [] : [{ id: field.id, kind: field.kind, label: field.label, value }];
  });
}

function answerTo({ id }: FormField, answers: FormRequest["answers"]): string {
  return Object.hasOwn(answers, id) ? (answers[id] ?? "") : "";
}
