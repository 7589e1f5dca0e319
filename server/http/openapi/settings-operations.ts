import { settingsPatchSchema, settingsSchema } from "../../../protocol/admin.ts";
import { auditFilterSchema, auditListResponseSchema, auditQuerySchema } from "../../../protocol/admin-audit.ts";
import {
  calibrateRequestSchema,
  calibrationChangeSchema,
  calibrationQuerySchema,
  calibrationReportSchema,
  calibrationStateSchema,
  gradedAnswersSchema,
} from "../../../protocol/admin-calibration.ts";
import { healthReportSchema, pageCheckRequestSchema, pageReportSchema } from "../../../protocol/admin-doctor.ts";
import { embedSchema } from "../../../protocol/admin-embed.ts";
import {
  apiKeysResponseSchema,
  createKeyRequestSchema,
  createKeyResponseSchema,
  domainRequestSchema,
  domainsResponseSchema,
} from "../../../protocol/admin-people.ts";
import { modelUsageSchema } from "../../../protocol/admin-usage.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin";
const settings = { tag: "settings", auth: "agent" } as const;

/** What an admin decides about the tenant. */
export const settingsOperations: Operation[] = [
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
    method: "get",
    path: `${base}/calibration`,
    summary: "The calibration of the tenant's grades, and the one that would fit now",
    ...settings,
    query: calibrationQuerySchema,
    answer: calibrationStateSchema.extend({ report: calibrationReportSchema }),
  },
  {
    method: "post",
    path: `${base}/calibration`,
    summary: "Set the scale and the threshold that fit",
    ...settings,
    body: calibrateRequestSchema,
    answer: calibrationChangeSchema.extend({ report: calibrationReportSchema }),
  },
  {
    method: "delete",
    path: `${base}/calibration`,
    summary: "Go back to what counted before the last calibration",
    ...settings,
    answer: calibrationChangeSchema,
  },
  {
    method: "get",
    path: `${base}/calibration/answers`,
    summary: "The newest graded answers, for trying a threshold on",
    ...settings,
    answer: gradedAnswersSchema,
  },
  {
    method: "get",
    path: `${base}/usage`,
    summary: "Which models answer, what they used and cost, and what may be chosen",
    ...settings,
    answer: modelUsageSchema,
  },
  {
    method: "get",
    path: `${base}/embed`,
    summary: "The script tag for the tenant's pages, and where chats were opened lately",
    ...settings,
    answer: embedSchema,
  },
  {
    method: "post",
    path: `${base}/health-check`,
    summary: "Whether what the tenant stands on works: site, library, models, mail",
    ...settings,
    answer: healthReportSchema,
  },
  {
    method: "post",
    path: `${base}/page-check`,
    summary: "What keeps the chat from working on a page, and what mends it",
    ...settings,
    body: pageCheckRequestSchema,
    answer: pageReportSchema,
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
    query: auditQuerySchema,
    answer: auditListResponseSchema,
  },
  {
    method: "get",
    path: `${base}/audit.csv`,
    summary: "The same as a file, at most 50,000 lines",
    ...settings,
    query: auditFilterSchema,
    bytes: true,
  },
];
