import { z } from "zod";
import { ticketDetailSchema } from "../../../protocol/admin.ts";
import { assignableSchema } from "../../../protocol/assignment.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import {
  bulkRequestSchema,
  bulkResponseSchema,
  changeLabelRequestSchema,
  changeTicketRequestSchema,
  changeViewRequestSchema,
  createLabelRequestSchema,
  createViewRequestSchema,
  labelSchema,
  savedViewSchema,
} from "../../../protocol/triage.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin";
const desk = { tag: "desk", auth: "agent" } as const;
const itemsOf = (item: z.ZodType) => z.object({ items: z.array(item) });

/** How agents put tickets in order. */
export const triageOperations: Operation[] = [
  {
    method: "patch",
    path: `${base}/tickets/:id`,
    id: "changeTicket",
    summary: "Assign, label, prioritize or snooze a ticket",
    description:
      "Changes the assignee, priority and labels of a ticket, or snoozes it. Fields that you leave out stay the same.",
    role: "agent",
    errors: ["already_taken", "already_resolved", "conflict"],
    ...desk,
    body: changeTicketRequestSchema,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/bulk`,
    id: "changeTickets",
    summary: "Change up to 100 tickets",
    description:
      "Makes the same change to up to 100 tickets. The response has a result for each id, with the reason if a ticket failed.",
    role: "agent",
    ...desk,
    body: bulkRequestSchema,
    answer: bulkResponseSchema,
  },
  {
    method: "get",
    path: `${base}/colleagues`,
    id: "listColleagues",
    summary: "List assignable people",
    description: "Lists the people you can assign tickets to or mention in notes, and whether each is present or away.",
    ...desk,
    answer: itemsOf(assignableSchema),
  },
  {
    method: "get",
    path: `${base}/labels`,
    id: "listLabels",
    summary: "List labels",
    description: "Lists the tenant's labels with their colours.",
    ...desk,
    answer: itemsOf(labelSchema),
  },
  {
    method: "post",
    path: `${base}/labels`,
    id: "createLabel",
    summary: "Create a label",
    description: "Creates a label for tickets. Names are unique within the tenant.",
    role: "manager",
    errors: ["conflict"],
    ...desk,
    body: createLabelRequestSchema,
    status: 201,
    answer: z.object({ label: labelSchema }),
  },
  {
    method: "patch",
    path: `${base}/labels/:id`,
    id: "changeLabel",
    summary: "Change a label's name or colour",
    description: "Changes a label's name or colour on all tickets that have it.",
    role: "manager",
    errors: ["conflict"],
    ...desk,
    body: changeLabelRequestSchema,
    answer: z.object({ label: labelSchema }),
  },
  {
    method: "delete",
    path: `${base}/labels/:id`,
    id: "deleteLabel",
    summary: "Delete a label",
    description: "Deletes a label and removes it from all tickets.",
    role: "manager",
    ...desk,
    answer: okResponseSchema,
  },
  {
    method: "get",
    path: `${base}/views`,
    id: "listSavedViews",
    summary: "List saved views",
    description: "Lists saved inbox filters: the team's, and the caller's own.",
    ...desk,
    answer: itemsOf(savedViewSchema),
  },
  {
    method: "post",
    path: `${base}/views`,
    id: "createSavedView",
    summary: "Save a view",
    description:
      "Saves an inbox filter under a name, for the caller only or for everyone with `team: true`. The latter requires the manager role.",
    role: "agent",
    errors: ["conflict"],
    ...desk,
    body: createViewRequestSchema,
    status: 201,
    answer: z.object({ view: savedViewSchema }),
  },
  {
    method: "patch",
    path: `${base}/views/:id`,
    id: "changeSavedView",
    summary: "Change a saved view",
    description: "Renames a saved view or replaces its filter. Team views require the manager role.",
    role: "agent",
    errors: ["conflict"],
    ...desk,
    body: changeViewRequestSchema,
    answer: z.object({ view: savedViewSchema }),
  },
  {
    method: "delete",
    path: `${base}/views/:id`,
    id: "deleteSavedView",
    summary: "Delete a saved view",
    description: "Deletes a saved view. No ticket changes. Team views require the manager role.",
    role: "agent",
    ...desk,
    answer: okResponseSchema,
  },
];
