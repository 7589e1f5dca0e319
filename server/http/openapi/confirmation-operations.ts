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
    summary: "Say yes or no to a change; the answer is the stream of the turn that goes on with it",
    description:
      "Takes the visitor's yes or no to a change that waits for it, and streams the turn that goes on: it makes the change, or says that nothing was changed. The same answer again has no second effect and streams the same turn; the other answer is refused, and so is one that comes after ten minutes or after a person has taken over. Where an agent has to agree too, a yes is answered with a message that says so, and the change waits on.",
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
    summary: "Changes that wait for an agent's yes, in all tickets",
    description:
      "Lists the changes that the assistant has proposed and that an agent has to agree to, the one whose time ends first before others. The desk's feed says `ticket_changed` when one comes or goes. A change that a visitor is asked about stands in its ticket only.",
    ...desk,
    answer: waitingConfirmationsSchema,
  },
  {
    method: "post",
    path: "/api/v1/admin/tickets/:id/confirmations/:confirmation",
    id: "decideConfirmation",
    summary: "Say yes or no to a change that waits for an agent",
    description:
      "Takes an agent's yes or no to a change. The ticket stays with the assistant, which goes on at once: it makes the change, or says that nothing was changed. Of several agents one is heard; the same answer by the same agent again has no second effect.",
    role: "agent",
    errors: ["already_answered", "confirmation_expired", "conflict"],
    ...desk,
    body: confirmationAnswerSchema,
    answer: confirmationAnsweredSchema,
  },
];
