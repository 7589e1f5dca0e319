import { visitorAnswerRoutes } from "../../../../protocol/routes/visitor-answers.ts";
import type { HttpContext } from "../../../http/context.ts";
import type { Routes } from "../../../http/routes.ts";
import { explainAnswer } from "../../turns/explain-answer.ts";
import { reportAnswer } from "../../turns/report-answer.ts";

/** A visitor asks about an answer of their own ticket. */
export function addVisitorAnswerRoutes(routes: Routes, ctx: Pick<HttpContext, "knowledge" | "desk">): void {
  routes.implement(visitorAnswerRoutes, {
    explainAnswer: ({ caller: { tenantId, ticketId }, id, response }) => {
      response.set("Cache-Control", "no-store");
      return explainAnswer(ctx.knowledge, { tenantId, ticketId, messageId: id });
    },
    reportAnswer: ({ caller: { tenantId, ticketId }, id, body: { text } }) =>
      reportAnswer({ ...ctx.knowledge, hub: ctx.desk.hub }, { tenantId, ticketId, messageId: id, text }),
  });
}
