import {
  changeSetRequestSchema,
  createSetRequestSchema,
  setListResponseSchema,
  setNameSchema,
  setSchema,
} from "../admin-sets.ts";
import { routes } from "../route.ts";

/** Sets of documents. */
export const setRoutes = routes(
  { base: "/api/v1/admin", tag: "library", auth: "agent", params: { name: setNameSchema } },
  {
    listSets: {
      at: "GET /sets",
      summary: "List sets",
      description: "Lists the sets with their number of documents, boost and colour.",
      response: setListResponseSchema,
    },
    createSet: {
      at: "POST /sets",
      role: "manager",
      summary: "Create a set",
      description: "Creates an empty set. Adding a document with a new set name also creates a set.",
      errors: ["conflict"],
      body: createSetRequestSchema,
      example: { name: "Handbook", color: "green" },
      status: 201,
      response: setSchema,
    },
    deleteSet: {
      at: "DELETE /sets/:name",
      role: "manager",
      summary: "Delete a set and keep its documents",
      description: "Deletes a set. Its documents stay and then belong to no set.",
    },
    changeSet: {
      at: "PATCH /sets/:name",
      role: "manager",
      summary: "Change a set's boost, colour or name",
      description:
        "Changes the boost, colour and name of a set. A `boost` of 0.1 decides between passages of about equal relevance, 0.5 puts almost any passage first. Changing it empties the answer cache.",
      errors: ["conflict"],
      body: changeSetRequestSchema,
      example: { boost: 0.1 },
      response: setSchema,
    },
  },
);
