import { z } from "zod";
import { ticketDetailSchema } from "../admin.ts";
import { deletedSchema } from "../admin-visitors.ts";
import { assignableSchema } from "../assignment.ts";
import { ticketIdSchema } from "../ids.ts";
import { linkRequestSchema, mergeRequestSchema } from "../related.ts";
import { exampleId, routes } from "../route.ts";
import { bulkRequestSchema, bulkResponseSchema, changeTicketRequestSchema } from "../triage.ts";

const nothing = z.strictObject({}).optional();

/** Changes to tickets: assignee, priority, labels, snooze, relations and merging. */
export const ticketChangeRoutes = routes(
  { base: "/api/v1/admin", tag: "desk", auth: "agent", params: { id: ticketIdSchema } },
  {
    changeTicket: {
      at: "PATCH /tickets/:id",
      role: "agent",
      summary: "Assign, label, prioritize or snooze a ticket",
      description:
        "Changes the assignee, priority and labels of a ticket, or snoozes it. Fields that you leave out stay the same.",
      errors: ["already_taken", "already_resolved", "conflict"],
      body: changeTicketRequestSchema,
      example: { priority: "high", add_labels: [exampleId("c")] },
      response: ticketDetailSchema,
    },
    changeTickets: {
      at: "POST /tickets/bulk",
      role: "agent",
      summary: "Change up to 100 tickets",
      description:
        "Makes the same change to up to 100 tickets. The response has a result for each id, with the reason if a ticket failed.",
      body: bulkRequestSchema,
      example: { ids: [exampleId("2")], change: { priority: "low" } },
      response: bulkResponseSchema,
    },
    listColleagues: {
      at: "GET /colleagues",
      summary: "List assignable people",
      description:
        "Lists the people you can assign tickets to or mention in notes, and whether each is present or away.",
      response: z.object({ items: z.array(assignableSchema) }),
    },
    endAsSpam: {
      at: "POST /tickets/:id/spam",
      role: "agent",
      summary: "Close a ticket as spam",
      description:
        "Closes the ticket as spam: the visitor gets no message, rating request or e-mail. You can undo it for 30 seconds.",
      errors: ["already_taken", "already_resolved"],
      body: nothing,
      example: {},
      response: ticketDetailSchema,
    },
    mergeTicket: {
      at: "POST /tickets/:id/merge",
      role: "agent",
      summary: "Merge a duplicate ticket",
      description:
        "Merges the ticket into another ticket of the same visitor, `into`, and tells the visitor. You can undo it for 30 seconds.",
      errors: ["already_taken", "already_resolved", "conflict"],
      body: mergeRequestSchema,
      example: { into: exampleId("e") },
      response: ticketDetailSchema,
    },
    linkTickets: {
      at: "POST /tickets/:id/links",
      role: "agent",
      summary: "Link two related tickets",
      description: "Links two tickets, so that each shows the other. They may belong to different visitors.",
      errors: ["conflict"],
      body: linkRequestSchema,
      example: { ticket_id: exampleId("e") },
      response: ticketDetailSchema,
    },
    unlinkTickets: {
      at: "DELETE /tickets/:id/links/:ticket",
      params: { ticket: ticketIdSchema },
      role: "agent",
      summary: "Unlink two related tickets",
      description: "Removes the link between two tickets, on both sides.",
      response: ticketDetailSchema,
    },
    undoLastStep: {
      at: "POST /tickets/:id/undo",
      role: "agent",
      summary: "Undo your last change to a ticket",
      description:
        "Undoes the caller's last resolve, spam mark, merge or return to the AI, within 30 seconds. Sent messages stay; a snippet saved with the reply is removed.",
      errors: ["already_handled"],
      body: nothing,
      example: {},
      response: ticketDetailSchema,
    },
    deleteTicket: {
      at: "DELETE /tickets/:id",
      role: "manager",
      summary: "Delete a ticket",
      description:
        "Permanently deletes the ticket with its messages, files, events, checkpoints and derived data, and empties the tenant's answer cache. It cannot be undone. To erase a ticket with a signed receipt, use `POST /api/v1/admin/erasures`.",
      errors: ["conflict"],
      response: deletedSchema,
    },
  },
);
