import { z } from "zod";
import {
  approveDraftRequestSchema,
  deskEventSchema,
  hintRequestSchema,
  listQuerySchema,
  meResponseSchema,
  replyRequestSchema,
  resolveRequestSchema,
  searchQuerySchema,
  searchResponseSchema,
  settingsPatchSchema,
  settingsSchema,
  takeRequestSchema,
  ticketDetailSchema,
  ticketListQuerySchema,
  ticketListResponseSchema,
} from "../../../protocol/admin.ts";
import { auditListResponseSchema } from "../../../protocol/admin-audit.ts";
import { tenantNumbersSchema } from "../../../protocol/admin-metrics.ts";
import {
  addPersonRequestSchema,
  addPersonResponseSchema,
  apiKeysResponseSchema,
  createKeyRequestSchema,
  createKeyResponseSchema,
  domainRequestSchema,
  domainsResponseSchema,
  peopleResponseSchema,
} from "../../../protocol/admin-people.ts";
import { streamEventSchema } from "../../../protocol/events.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import { documentOperations } from "./document-operations.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin";
const desk = { tag: "desk", auth: "agent" } as const;
const library = { tag: "library", auth: "agent" } as const;
const settings = { tag: "settings", auth: "agent" } as const;
const cachedItemsSchema = z.object({
  items: z.array(z.object({ question: z.string(), answer: z.string(), hits: z.number(), created_at: z.string() })),
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
    summary: "What the visitor of a ticket sees, live",
    ...desk,
    stream: streamEventSchema,
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
  ...documentOperations,
  {
    method: "get",
    path: `${base}/search`,
    summary: "What the assistant would find, with scores",
    ...library,
    query: searchQuerySchema,
    answer: searchResponseSchema,
  },
  { method: "get", path: `${base}/cache`, summary: "Remembered answers", ...library, answer: cachedItemsSchema },
  {
    method: "delete",
    path: `${base}/cache`,
    summary: "Forget every remembered answer",
    ...library,
    answer: okResponseSchema.extend({ removed: z.number() }),
  },
  {
    method: "get",
    path: `${base}/settings`,
    summary: "The tenant's settings and allowed domains",
    ...settings,
    answer: settingsSchema,
  },
  {
    method: "patch",
    path: `${base}/settings`,
    summary: "Change settings",
    ...settings,
    body: settingsPatchSchema,
    answer: settingsSchema,
  },
  {
    method: "post",
    path: `${base}/domains`,
    summary: "Allow a domain",
    ...settings,
    body: domainRequestSchema,
    answer: domainsResponseSchema,
  },
  {
    method: "delete",
    path: `${base}/domains`,
    summary: "Remove an allowed domain",
    ...settings,
    body: domainRequestSchema,
    answer: domainsResponseSchema,
  },
  {
    method: "get",
    path: `${base}/people`,
    summary: "The people of the tenant",
    ...settings,
    answer: peopleResponseSchema,
  },
  {
    method: "post",
    path: `${base}/people`,
    summary: "Give somebody an account",
    ...settings,
    body: addPersonRequestSchema,
    status: 201,
    answer: addPersonResponseSchema,
  },
  { method: "get", path: `${base}/keys`, summary: "API keys", ...settings, answer: apiKeysResponseSchema },
  {
    method: "post",
    path: `${base}/keys`,
    summary: "Make an API key",
    ...settings,
    body: createKeyRequestSchema,
    status: 201,
    answer: createKeyResponseSchema,
  },
  { method: "delete", path: `${base}/keys/:id`, summary: "Revoke an API key", ...settings, answer: okResponseSchema },
  {
    method: "get",
    path: `${base}/audit`,
    summary: "Who did what, newest first",
    ...settings,
    query: listQuerySchema,
    answer: auditListResponseSchema,
  },
];
