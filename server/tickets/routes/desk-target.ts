import type { TicketDetail } from "../../../protocol/admin.ts";
import type { TicketId } from "../../../protocol/ids.ts";
import { type AgentCredentials, hasRole } from "../../accounts/sign-in/credentials.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import type { DeskTarget } from "../desk/deps.ts";
import { readTicket } from "../desk/tickets.ts";

export type DeskContext = Pick<HttpContext, "desk">;

/** The agent and the ticket of a request. */
export interface OnTicket {
  caller: AgentCredentials;
  id: TicketId;
}

/** Applies an action to a ticket and returns the ticket's new state. */
export async function change(
  { desk }: DeskContext,
  on: OnTicket,
  run: (target: DeskTarget) => Promise<unknown>,
): Promise<TicketDetail> {
  const target = targetOf(on);
  await run(target);
  return readTicket(desk, { ...target, personId: target.agent.id });
}

/** The tenant comes from the credentials; only the ticket id comes from the URL. */
export function targetOf({ caller, id }: OnTicket): DeskTarget {
  return {
    tenantId: caller.tenantId,
    ticketId: id,
    agent: { id: caller.personId, name: caller.shownAs, ...(caller.face ? { avatar_url: caller.face } : {}) },
    actor: actorOf(caller),
    isReviewer: hasRole(caller.role, "manager"),
  };
}
