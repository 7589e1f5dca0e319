import type { BulkRequest, BulkResponse } from "../../../protocol/triage.ts";
import { AppError } from "../../core/errors.ts";
import type { DeskDeps, DeskTarget } from "./deps.ts";
import { markAsSpam, resolveTicket } from "./resolve.ts";
import { changeTicket, findColleague } from "./triage.ts";

/**
 * Applies the same change to several tickets, one after another, in separate transactions. A ticket that cannot be changed gets an error
 * and does not stop the others.
 * @throws AppError `not_found` for an unknown colleague, before anything has changed.
 */
export async function changeTickets(
  deps: DeskDeps,
  caller: Omit<DeskTarget, "ticketId">,
  { ids, change }: BulkRequest,
): Promise<BulkResponse> {
  const { resolve, spam, ...wanted } = change;
  const assignee = await findColleague(deps, caller.tenantId, wanted);
  const isTriaged = Object.values(wanted).some((value) => value !== undefined);
  const results: BulkResponse["results"] = [];
  for (const id of new Set(ids)) {
    const target = { ...caller, ticketId: id };
    try {
      if (isTriaged) await changeTicket(deps, target, { ...wanted, assignee });
      if (spam) await markAsSpam(deps, target);
      else if (resolve) await resolveTicket(deps, target, { answer: "", saveAsSnippet: false });
      results.push({ id, ok: true });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ id, ok: false, error: { code: error.code, message: error.message } });
    }
  }
  return { results };
}
