import { confirmationAnsweredSchema, waitingConfirmationsSchema } from "../admin-confirmations.ts";
import { streamEventSchema } from "../events.ts";
import { ticketIdSchema } from "../ids.ts";
import { routes } from "../route.ts";
import { confirmationAnswerSchema } from "../tools.ts";

/** A visitor's decision on a change. */
export const visitorConfirmationRoutes = routes(
  { base: "/api/v1/chat", tag: "chat", auth: "visitor" },
  {
    answerConfirmation: {
      at: "POST /confirmations/:id",
      summary: "Approve or decline a change and stream the turn",
      description:
        "Takes the visitor's decision on a pending change and streams the turn that continues: it makes the change, or says that nothing was changed. Repeating the same decision has no second effect and streams the same turn. A different decision is rejected, and so is one that arrives after ten minutes or after an agent has taken over. If an agent must approve as well, the change stays pending and the turn says so.",
      errors: ["already_answered", "confirmation_expired", "conflict", "not_accepted", "not_found"],
      body: confirmationAnswerSchema,
      example: { approved: true },
      stream: streamEventSchema,
    },
  },
);

/** An agent's decision on a change. */
export const confirmationRoutes = routes(
  { base: "/api/v1/admin", tag: "desk", auth: "agent", params: { id: ticketIdSchema } },
  {
    listConfirmations: {
      at: "GET /confirmations",
      summary: "List changes awaiting an agent's approval",
      description:
        "Lists the pending changes that an agent must approve, in all tickets, soonest to expire first. The inbox stream sends `ticket_changed` when a change is added or settled. A change that only the visitor must approve is shown in its ticket only.",
      response: waitingConfirmationsSchema,
    },
    decideConfirmation: {
      at: "POST /tickets/:id/confirmations/:confirmation",
      role: "agent",
      summary: "Approve or decline a change as an agent",
      description:
        "Takes an agent's decision on a pending change. The ticket stays with the assistant, which continues immediately: it makes the change, or says that nothing was changed. Only the first agent's decision counts; repeating it as the same agent has no second effect.",
      errors: ["already_answered", "confirmation_expired", "conflict"],
      body: confirmationAnswerSchema,
      example: { approved: true },
      response: confirmationAnsweredSchema,
    },
  },
);
