import { z } from "zod";
import { routes } from "../route.ts";
import { changeLabelRequestSchema, createLabelRequestSchema, labelSchema } from "../triage.ts";

/** Labels of tickets. */
export const labelRoutes = routes(
  { base: "/api/v1/admin", tag: "desk", auth: "agent" },
  {
    listLabels: {
      at: "GET /labels",
      summary: "List labels",
      description: "Lists the tenant's labels with their colours.",
      response: z.object({ items: z.array(labelSchema) }),
    },
    readLabel: {
      at: "GET /labels/:id",
      role: "manager",
      summary: "Read a label",
      description: "Returns a label and the number of tickets that have it.",
      response: z.object({ label: labelSchema, tickets: z.number().int().nonnegative() }),
    },
    createLabel: {
      at: "POST /labels",
      role: "manager",
      summary: "Create a label",
      description: "Creates a label for tickets. Names are unique within the tenant.",
      errors: ["conflict"],
      body: createLabelRequestSchema,
      example: { name: "Returns", color: "green" },
      status: 201,
      response: z.object({ label: labelSchema }),
    },
    changeLabel: {
      at: "PATCH /labels/:id",
      role: "manager",
      summary: "Change a label's name or colour",
      description: "Changes a label's name or colour on all tickets that have it.",
      errors: ["conflict"],
      body: changeLabelRequestSchema,
      example: { name: "Returns and refunds" },
      response: z.object({ label: labelSchema }),
    },
    deleteLabel: {
      at: "DELETE /labels/:id",
      role: "manager",
      summary: "Delete a label",
      description: "Deletes a label and removes it from all tickets.",
    },
  },
);
