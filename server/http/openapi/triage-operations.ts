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
    summary: "Gives a ticket to somebody, labels it, sets its priority, or puts it off",
    ...desk,
    body: changeTicketRequestSchema,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/bulk`,
    summary: "The same change of up to 100 tickets; each succeeds or says why not",
    ...desk,
    body: bulkRequestSchema,
    answer: bulkResponseSchema,
  },
  {
    method: "get",
    path: `${base}/colleagues`,
    summary: "Who may be given a ticket or mentioned, and whether they are there",
    ...desk,
    answer: itemsOf(assignableSchema),
  },
  { method: "get", path: `${base}/labels`, summary: "The labels", ...desk, answer: itemsOf(labelSchema) },
  {
    method: "post",
    path: `${base}/labels`,
    summary: "Makes a label",
    ...desk,
    body: createLabelRequestSchema,
    status: 201,
    answer: z.object({ label: labelSchema }),
  },
  {
    method: "patch",
    path: `${base}/labels/:id`,
    summary: "Gives a label another name or colour",
    ...desk,
    body: changeLabelRequestSchema,
    answer: z.object({ label: labelSchema }),
  },
  {
    method: "delete",
    path: `${base}/labels/:id`,
    summary: "Removes a label, from all tickets",
    ...desk,
    answer: okResponseSchema,
  },
  {
    method: "get",
    path: `${base}/views`,
    summary: "Saved views: the team's and one's own",
    ...desk,
    answer: itemsOf(savedViewSchema),
  },
  {
    method: "post",
    path: `${base}/views`,
    summary: "Saves a filter under a name",
    ...desk,
    body: createViewRequestSchema,
    status: 201,
    answer: z.object({ view: savedViewSchema }),
  },
  {
    method: "patch",
    path: `${base}/views/:id`,
    summary: "Renames a saved view, or keeps another filter in it",
    ...desk,
    body: changeViewRequestSchema,
    answer: z.object({ view: savedViewSchema }),
  },
  { method: "delete", path: `${base}/views/:id`, summary: "Removes a saved view", ...desk, answer: okResponseSchema },
];
