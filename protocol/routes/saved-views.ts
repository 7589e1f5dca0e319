import { z } from "zod";
import { routes } from "../route.ts";
import { changeViewRequestSchema, createViewRequestSchema, savedViewSchema } from "../triage.ts";

/** Saved inbox filters. */
export const savedViewRoutes = routes(
  { base: "/api/v1/admin", tag: "desk", auth: "agent" },
  {
    listSavedViews: {
      at: "GET /views",
      summary: "List saved views",
      description: "Lists saved inbox filters: the team's, and the caller's own.",
      response: z.object({ items: z.array(savedViewSchema) }),
    },
    createSavedView: {
      at: "POST /views",
      role: "agent",
      summary: "Save a view",
      description:
        "Saves an inbox filter under a name, for the caller only or for everyone with `team: true`. The latter requires the manager role.",
      errors: ["conflict"],
      body: createViewRequestSchema,
      example: { name: "My returns", filter: { view: "mine" } },
      status: 201,
      response: z.object({ view: savedViewSchema }),
    },
    changeSavedView: {
      at: "PATCH /views/:id",
      role: "agent",
      summary: "Change a saved view",
      description: "Renames a saved view or replaces its filter. Team views require the manager role.",
      errors: ["conflict"],
      body: changeViewRequestSchema,
      example: { name: "Returns" },
      response: z.object({ view: savedViewSchema }),
    },
    deleteSavedView: {
      at: "DELETE /views/:id",
      role: "agent",
      summary: "Delete a saved view",
      description: "Deletes a saved view. No ticket changes. Team views require the manager role.",
    },
  },
);
