import { z } from "zod";
import {
  approveDraftRequestSchema,
  deskEventSchema,
  hintRequestSchema,
  meResponseSchema,
  replyRequestSchema,
  resolveRequestSchema,
  searchQuerySchema,
  searchResponseSchema,
  takeRequestSchema,
  ticketDetailSchema,
  ticketListQuerySchema,
  ticketListResponseSchema,
  typingRequestSchema,
} from "../../../protocol/admin.ts";
import { tenantNumbersSchema } from "../../../protocol/admin-metrics.ts";
import { presenceSchema } from "../../../protocol/admin-presence.ts";
import { triedAnswerSchema, tryAnswerRequestSchema } from "../../../protocol/admin-try.ts";
import {
  attachmentFieldsSchema,
  attachmentQuerySchema,
  attachmentResponseSchema,
} from "../../../protocol/attachments.ts";
import { streamEventSchema } from "../../../protocol/events.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import { analyticsOperations } from "./analytics-operations.ts";
import { datalifeOperations } from "./datalife-operations.ts";
import { documentOperations } from "./document-operations.ts";
import { gapOperations } from "./gap-operations.ts";
import type { Operation } from "./operation.ts";
import { peopleOperations } from "./people-operations.ts";
import { settingsOperations } from "./settings-operations.ts";
import { siteOperations } from "./site-operations.ts";
import { snippetOperations } from "./snippet-operations.ts";
import { teamOperations } from "./team-operations.ts";
import { triageOperations } from "./triage-operations.ts";
import { webhookOperations } from "./webhook-operations.ts";

const base = "/api/v1/admin";
const desk = { tag: "desk", auth: "agent" } as const;
const library = { tag: "library", auth: "agent" } as const;
const cachedItemsSchema = z.object({
  items: z.array(z.object({ question: z.string(), answer: z.string(), hits: z.number(), created_at: z.string() })),
  counts: z.object({
    hit_exact: z.number().int(),
    hit_nearest: z.number().int(),
    miss: z.number().int(),
    near_refused: z.number().int(),
    stored: z.number().int(),
    not_stored: z.number().int(),
    evicted: z.number().int(),
    unavailable: z.number().int(),
  }),
  hit_rate: z.number().nullable(),
});

export const adminOperations: Operation[] = [
  {
    method: "get",
    path: `${base}/me`,
    summary: "Who calls, for which tenant, with which role",
    ...desk,
    answer: meResponseSchema,
  },
  { method: "get", path: `${base}/events`, summary: "Which tickets change, live", ...desk, stream: deskEventSchema },
  {
    method: "get",
    path: `${base}/tickets`,
    summary: "One page of a view of the inbox",
    ...desk,
    query: ticketListQuerySchema,
    answer: ticketListResponseSchema,
  },
  {
    method: "get",
    path: `${base}/tickets/:id`,
    summary: "A ticket with messages, draft, sources and receipt",
    ...desk,
    answer: ticketDetailSchema,
  },
  {
    method: "get",
    path: `${base}/tickets/:id/events`,
    summary: "What the visitor of a ticket sees, live, and who of the team has it open or writes",
    ...desk,
    stream: z.union([streamEventSchema, presenceSchema]),
  },
  {
    method: "post",
    path: `${base}/tickets/:id/take`,
    summary: "Become the ticket's owner; a colleague's ticket only with take_over",
    ...desk,
    body: takeRequestSchema,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/messages`,
    summary: "Reply and keep the ticket",
    ...desk,
    body: replyRequestSchema,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/typing`,
    summary: "Show the visitor that somebody writes, for a few seconds; again while it goes on, `over` when it ends",
    ...desk,
    body: typingRequestSchema,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/attachments`,
    summary: "Upload one file, which a reply may name within a day",
    ...desk,
    upload: attachmentFieldsSchema,
    status: 201,
    answer: attachmentResponseSchema,
  },
  {
    method: "get",
    path: `${base}/tickets/:id/attachments/:attachment`,
    summary: "The bytes of a file of a ticket",
    ...desk,
    query: attachmentQuerySchema,
    bytes: true,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/hand-back`,
    summary: "Give the ticket back to the assistant",
    ...desk,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/hint`,
    summary: "Let the assistant try again with a hint; its answer is graded, and may come back",
    ...desk,
    body: hintRequestSchema,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/approve-draft`,
    summary: "Send the assistant's draft, edited or not, as your answer, with its sources",
    ...desk,
    body: approveDraftRequestSchema,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/resolve`,
    summary: "Resolve with a person's answer",
    ...desk,
    body: resolveRequestSchema,
    answer: ticketDetailSchema,
  },
  {
    method: "get",
    path: `${base}/metrics`,
    summary: "Counts over tickets, answers, documents and cost",
    ...desk,
    answer: tenantNumbersSchema,
  },
  ...analyticsOperations,
  ...triageOperations,
  ...teamOperations,
  ...documentOperations,
  ...siteOperations,
  ...snippetOperations,
  ...gapOperations,
  {
    method: "get",
    path: `${base}/search`,
    summary: "What the assistant would find, with scores",
    ...library,
    query: searchQuerySchema,
    answer: searchResponseSchema,
  },
  {
    method: "post",
    path: `${base}/search/answer`,
    summary: "What a visitor would be answered, with its grade; nothing of it is stored",
    ...library,
    body: tryAnswerRequestSchema,
    answer: triedAnswerSchema,
  },
  { method: "get", path: `${base}/cache`, summary: "Remembered answers", ...library, answer: cachedItemsSchema },
  {
    method: "delete",
    path: `${base}/cache`,
    summary: "Forget every remembered answer",
    ...library,
    answer: okResponseSchema.extend({ removed: z.number() }),
  },
  ...settingsOperations,
  ...webhookOperations,
  ...datalifeOperations,
  ...peopleOperations,
];
