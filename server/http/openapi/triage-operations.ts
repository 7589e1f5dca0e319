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
    summary: "Give a ticket to somebody, label it, set its priority, or put it off",
    description:
      "Changes who owns the ticket, its priority and labels, or puts it off until a time. What is not named stays as it is.",
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
    summary: "The same change of up to 100 tickets; each succeeds or says why not",
    description:
      "Makes the same change in up to 100 tickets. Each succeeds or fails by itself: the answer says for every id whether it worked and why not.",
    role: "agent",
    ...desk,
    body: bulkRequestSchema,
    answer: bulkResponseSchema,
  },
  {
    method: "get",
    path: `${base}/colleagues`,
    id: "listColleagues",
    summary: "Who may be given a ticket or mentioned, and whether they are there",
    description:
      "Lists the people who can be given a ticket or be mentioned in a note, and whether each is there or away.",
    ...desk,
    answer: itemsOf(assignableSchema),
  },
  {
    method: "get",
    path: `${base}/labels`,
    id: "listLabels",
    summary: "The labels",
    description: "Lists the tenant's labels with their colours.",
    ...desk,
    answer: itemsOf(labelSchema),
  },
  {
    method: "post",
    path: `${base}/labels`,
    id: "createLabel",
    summary: "Make a label",
    description: "Makes a label that agents can put on tickets. Names are unique within the tenant.",
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
    summary: "Give a label another name or colour",
    description: "Gives a label another name or colour; tickets that carry it show it at once.",
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
    summary: "Remove a label, from all tickets",
    description: "Deletes a label and takes it off every ticket.",
    role: "manager",
    ...desk,
    answer: okResponseSchema,
  },
  {
    method: "get",
    path: `${base}/views`,
    id: "listSavedViews",
    summary: "Saved views: the team's and one's own",
    description:
      "Lists the filters of the inbox that were saved under a name: those of the team, and the caller's own.",
    ...desk,
    answer: itemsOf(savedViewSchema),
  },
  {
    method: "post",
    path: `${base}/views`,
    id: "createSavedView",
    summary: "Save a filter under a name",
    description:
      "Keeps a filter of the inbox under a name, for the caller alone or with `team: true` for everybody; the latter needs the role manager.",
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
    summary: "Rename a saved view, or keep another filter in it",
    description: "Renames a saved view or keeps another filter in it. A view of the team needs the role manager.",
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
    summary: "Remove a saved view",
    description: "Deletes a saved view; no ticket changes. A view of the team needs the role manager.",
    role: "agent",
    ...desk,
    answer: okResponseSchema,
  },
];
