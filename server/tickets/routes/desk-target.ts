import type { Request, RequestHandler, Response } from "express";
import { ticketIdSchema } from "../../../protocol/ids.ts";
import { hasRole } from "../../accounts/sign-in/credentials.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseId } from "../../http/parse.ts";
import type { DeskTarget } from "../desk/deps.ts";
import { readTicket } from "../desk/tickets.ts";

export type DeskContext = Pick<HttpContext, "desk">;

/** Does something to a ticket, and answers with the ticket as it is now. */
export function verb(ctx: DeskContext, run: (target: DeskTarget, request: Request) => Promise<void>): RequestHandler {
  return async (request, response) => {
    const target = targetOf(request, response);
    await run(target, request);
    response.json(await readTicket(ctx.desk, { ...target, personId: target.agent.id }));
  };
}

/** The tenant comes from the credentials, only the ticket from the address. */
export function targetOf(request: Request, response: Response): DeskTarget {
  const caller = agentOf(response);
  return {
    tenantId: caller.tenantId,
    ticketId: parseId(ticketIdSchema, request.params.id),
    agent: { id: caller.personId, name: caller.shownAs, ...(caller.face ? { avatar_url: caller.face } : {}) },
    actor: actorOf(caller),
    isReviewer: hasRole(caller.role, "manager"),
  };
}
