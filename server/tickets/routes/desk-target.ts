import type { TicketDetail } from "../../../protocol/admin.ts";
import type { TicketId } from "../../../protocol/ids.ts";
import { type AgentCredentials, hasRole } from "../../accounts/sign-in/credentials.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import type { DeskTarget } from "../desk/deps.ts";
import { readTicket } from "../desk/tickets.ts";

export type DeskContext = Pick<HttpContext, "desk">;

/** Which agent works on which ticket. */
export interface OnTicket {
  caller: AgentCredentials;
  id: TicketId;
}

/** Does something to a ticket, and returns the ticket as it is now. */
export async function change(
  { desk }: DeskContext,
  on: OnTicket,
  run: (target: DeskTarget) => Promise<unknown>,
): Promise<TicketDetail> {
  const target = targetOf(on);
  await run(target);
  return readTicket(desk, { ...target, personId: target.agent.id });
}

/** The tenant comes from the credentials, only the ticket from the address. */
export function targetOf({ caller, id }: OnTicket): DeskTarget {
  return {
    tenantId: caller.tenantId,
    ticketId: id,
    agent: { id: caller.personId, name: caller.shownAs, ...(caller.face ? { avatar_url: caller.face } : {}) },
    actor: actorOf(caller),
    isReviewer: hasRole(caller.role, "manager"),
  };
}
