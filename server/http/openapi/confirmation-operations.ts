import { confirmationAnsweredSchema, waitingConfirmationsSchema } from "../../../protocol/admin-confirmations.ts";
import { streamEventSchema } from "../../../protocol/events.ts";
import { confirmationAnswerSchema } from "../../../protocol/tools.ts";
import type { Operation } from "./operation.ts";

const desk = { tag: "desk", auth: "agent" } as const;

/** A visitor's yes or no to a change. */
export const visitorConfirmationOperations: Operation[] = [
  {
    method: "post",
    path: "/api/v1/chat/confirmations/:id",
    id: "answerConfirmation",
    summary: "Approve or decline a change and stream the turn",
    description:
      "Takes the visitor's decision on a pending change and streams the turn that continues: it makes the change, or says that nothing was changed. Repeating the same decision has no second effect and streams the same turn. A different decision is rejected, and so is one that arrives after ten minutes or after an agent has taken over. If an agent must approve as well, the change stays pending and the turn says so.",
    errors: ["already_answered", "confirmation_expired", "conflict", "not_accepted", "not_found"],
    tag: "chat",
    auth: "visitor",
    body: confirmationAnswerSchema,
    stream: streamEventSchema,
  },
];

/** An agent's. */
export const confirmationOperations: Operation[] = [
  {
    method: "get",
    path: "/api/v1/admin/confirmations",
    id: "listConfirmations",
    summary: "List changes awaiting an agent's approval",
    description:
      "Lists the pending changes that an agent must approve, in all tickets, soonest to expire first. The inbox stream sends `ticket_changed` when a change is added or settled. A change that only the visitor must approve is shown in its ticket only.",
    ...desk,
    answer: waitingConfirmationsSchema,
  },
  {
    method: "post",
    path: "/api/v1/admin/tickets/:id/confirmations/:confirmation",
    id: "decideConfirmation",
    summary: "Approve or decline a change as an agent",
    description:
      "Takes an agent's decision on a pending change. The ticket stays with the assistant, which continues immediately: it makes the change, or says that nothing was changed. Only the first agent's decision counts; repeating it as the same agent has no second effect.",
    role: "agent",
    errors: ["already_answered", "confirmation_expired", "conflict"],
    ...desk,
    body: confirmationAnswerSchema,
    answer: confirmationAnsweredSchema,
  },
];
