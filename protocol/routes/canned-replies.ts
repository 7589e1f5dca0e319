import {
  cannedRepliesResponseSchema,
  cannedReplyChangeSchema,
  cannedReplySchema,
  newCannedReplySchema,
} from "../admin-canned.ts";
import { routes } from "../route.ts";

/** Canned replies. */
export const cannedReplyRoutes = routes(
  { base: "/api/v1/admin", tag: "desk", auth: "agent" },
  {
    listCannedReplies: {
      at: "GET /canned-replies",
      summary: "List canned replies",
      description: "Lists the team's canned replies and the caller's personal ones.",
      response: cannedRepliesResponseSchema,
    },
    createCannedReply: {
      at: "POST /canned-replies",
      role: "agent",
      summary: "Create a canned reply",
      description: "Creates a canned reply. `is_shared: true` shares it with the team and requires the manager role.",
      errors: ["conflict"],
      body: newCannedReplySchema,
      example: { name: "Returns", content: "You can send it back within 30 days.", is_shared: false },
      status: 201,
      response: cannedReplySchema,
    },
    changeCannedReply: {
      at: "PATCH /canned-replies/:id",
      role: "agent",
      summary: "Change a canned reply",
      description: "Changes the name or the text. Team replies require the manager role.",
      errors: ["conflict"],
      body: cannedReplyChangeSchema,
      example: { content: "You can send it back within 30 days, in its box." },
      response: cannedReplySchema,
    },
    deleteCannedReply: {
      at: "DELETE /canned-replies/:id",
      role: "agent",
      summary: "Delete a canned reply",
      description: "Deletes a canned reply; messages sent with it are kept. Team replies require the manager role.",
    },
  },
);
