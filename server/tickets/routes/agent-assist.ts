import { agentAssistRoutes } from "../../../protocol/routes/agent-assist.ts";
import type { HttpContext } from "../../http/context.ts";
import { limitModelCalls } from "../../http/limit-by.ts";
import type { Routes } from "../../http/routes.ts";
import { readSimilar } from "../../knowledge/gaps/read-similar.ts";
import { checkAnswer } from "../agent-assist/check-answer.ts";
import { readAssist } from "../agent-assist/read-assist.ts";
import { recapTicket } from "../agent-assist/recap.ts";
import { translateMessage, translateText } from "../agent-assist/translate.ts";
import type { OnTicket } from "./desk-target.ts";

export function addAgentAssistRoutes(routes: Routes, ctx: HttpContext): void {
  const of = ({ caller: { tenantId }, id: ticketId }: OnTicket) => ({ tenantId, ticketId });
  routes.implement(agentAssistRoutes, {
    checkAnswer: async ({ body, gone, ...call }) => {
      await limitModelCalls(ctx, call.caller);
      return checkAnswer(ctx.assist, { ...of(call), ...body }, gone);
    },
    readTicketAssist: ({ query, ...call }) => readAssist(ctx.assist, { ...of(call), language: query.language }),
    translateMessage: async ({ body, gone, ...call }) => {
      await limitModelCalls(ctx, call.caller);
      return translateMessage(ctx.assist, { ...of(call), ...body }, gone);
    },
    translateAnswer: async ({ body, gone, ...call }) => {
      await limitModelCalls(ctx, call.caller);
      return translateText(ctx.assist, { ...of(call), ...body }, gone);
    },
    summarizeTicket: async ({ body, gone, ...call }) => {
      await limitModelCalls(ctx, call.caller);
      return recapTicket(ctx.assist, { ...of(call), language: body.language }, gone);
    },
    listSimilarTickets: async ({ caller, id }) => ({ items: await readSimilar(ctx.gaps, caller.tenantId, id) }),
  });
}
