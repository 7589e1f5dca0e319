import { z } from "zod";
import { deletedSchema } from "../admin-visitors.ts";
import { visitorIdSchema } from "../ids.ts";
import { routes } from "../route.ts";

const nothing = z.strictObject({}).optional();

/** Agents' actions on a visitor. */
export const visitorRoutes = routes(
  { base: "/api/v1/admin", tag: "desk", auth: "agent", params: { id: visitorIdSchema } },
  {
    deleteVisitor: {
      at: "DELETE /visitors/:id",
      role: "manager",
      summary: "Delete a visitor and their tickets",
      description:
        "Permanently deletes a visitor with all tickets, messages and files, and empties the tenant's answer cache. It cannot be undone. To erase a visitor with a signed receipt, use `POST /api/v1/admin/erasures`.",
      errors: ["conflict"],
      response: deletedSchema,
    },
    blockVisitor: {
      at: "POST /visitors/:id/block",
      role: "agent",
      summary: "Block a visitor",
      description:
        "Rejects new messages of this visitor (403 `not_accepted`) and opens no new tickets for them. Existing messages are kept.",
      body: nothing,
      example: {},
    },
    unblockVisitor: {
      at: "POST /visitors/:id/unblock",
      role: "agent",
      summary: "Unblock a visitor",
      description: "Accepts the visitor's messages again.",
      body: nothing,
      example: {},
    },
  },
);
