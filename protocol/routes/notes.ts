import { z } from "zod";
import { ticketDetailSchema } from "../admin.ts";
import { mentionsResponseSchema, noteRequestSchema } from "../admin-notes.ts";
import { ticketIdSchema } from "../ids.ts";
import { exampleId, routes } from "../route.ts";

const nothing = z.strictObject({}).optional();

/** Internal notes and mentions. */
export const noteRoutes = routes(
  { base: "/api/v1/admin", tag: "desk", auth: "agent", params: { id: ticketIdSchema } },
  {
    addNote: {
      at: "POST /tickets/:id/notes",
      role: "agent",
      summary: "Add an internal note",
      description:
        "Adds a note to the ticket and notifies the colleagues in `mentions`. Only the team sees notes: visitors, models and e-mails to visitors never get them. Repeating the call with the same `note_id` has no second effect.",
      errors: ["message_conflict"],
      body: noteRequestSchema,
      example: { note_id: exampleId("3"), content: "Asked the warehouse.", mentions: [exampleId("d")] },
      response: ticketDetailSchema,
    },
    seeMentions: {
      at: "POST /tickets/:id/mentions-seen",
      role: "agent",
      summary: "Mark mentions in a ticket as read",
      description: "Removes the ticket from the caller's unread mentions.",
      body: nothing,
      example: {},
    },
    listMentions: {
      at: "GET /mentions",
      summary: "List your unread mentions",
      description: "Lists the unread notes that mention the caller.",
      response: mentionsResponseSchema,
    },
  },
);
