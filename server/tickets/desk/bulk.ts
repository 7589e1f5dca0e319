import type { BulkRequest, BulkResponse } from "../../../protocol/triage.ts";
import { AppError } from "../../core/errors.ts";
import type { DeskDeps, DeskTarget } from "./deps.ts";
import { markAsSpam, resolveTicket } from "./resolve.ts";
import { changeTicket, findColleague } from "./triage.ts";

/**
 * Does the same to several tickets, one after another, each in a transaction of its own: one that cannot be changed says why and
 * holds up no other.
 * @throws AppError `not_found` when the colleague or nobody's label is named; nothing has been done then.
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
