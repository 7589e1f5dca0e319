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
import { modelChoicesSchema, modelUsageSchema } from "../../../protocol/admin-usage.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin";
const settings = { tag: "settings", auth: "agent" } as const;

/** What an admin decides about the tenant. */
export const settingsOperations: Operation[] = [
  {
    method: "get",
    path: `${base}/settings`,
    id: "readSettings",
    summary: "The tenant's settings and allowed domains",
    description: "Returns the tenant's settings, its allowed domains and what the installation offers.",
    ...settings,
    answer: settingsSchema,
  },
  {
    method: "patch",
    path: `${base}/settings`,
    id: "changeSettings",
    summary: "Change settings",
    description:
      "Changes the settings that are named and leaves the rest. Within an object such as `theme` or `home`, too, what is not named stays. Every change is in the audit log.",
    role: "admin",
    ...settings,
    body: settingsPatchSchema,
    answer: settingsSchema,
  },
  {
    method: "get",
    path: `${base}/calibration`,
    id: "readCalibration",
    summary: "The calibration of the tenant's grades, and the one that would fit now",
    description:
      "Returns the calibration that is set, and the one that would fit what people made of the tenant's answers, with its curve. Nothing changes.",
    role: "admin",
    ...settings,
    query: calibrationQuerySchema,
    answer: calibrationStateSchema.extend({ report: calibrationReportSchema }),
  },
  {
    method: "post",
    path: `${base}/calibration`,
    id: "calibrate",
    summary: "Set the scale and the threshold that fit",
    description:
      "Sets the scale and the threshold that fit, so that of the answers shown at most `most_wrong` are wrong.",
    role: "admin",
    errors: ["conflict"],
    ...settings,
    body: calibrateRequestSchema,
    answer: calibrationChangeSchema.extend({ report: calibrationReportSchema }),
  },
  {
    method: "delete",
    path: `${base}/calibration`,
    id: "undoCalibration",
    summary: "Go back to what counted before the last calibration",
    description: "Goes back to the scale and threshold that counted before the last calibration.",
    role: "admin",
    errors: ["conflict"],
    ...settings,
    answer: calibrationChangeSchema,
  },
  {
    method: "get",
    path: `${base}/calibration/answers`,
    id: "listGradedAnswers",
    summary: "The newest graded answers, for trying a threshold on",
    description:
      "Returns the newest 200 graded answers with what people made of them, for trying a threshold on before it is set.",
    role: "admin",
    ...settings,
    answer: gradedAnswersSchema,
  },
  {
    method: "get",
    path: `${base}/usage`,
    id: "readModelUsage",
    summary: "Which models answer, what they used and cost, and what may be chosen",
    description:
      "Returns which models answer, what they used and cost in the last thirty days, whether a budget is reached, and which models may be chosen.",
    role: "admin",
    ...settings,
    answer: modelUsageSchema,
  },
  {
    method: "get",
    path: `${base}/model-choices`,
    id: "readModelChoices",
    summary: "Which models may be tried",
    description:
      "Returns the providers that this installation can reach, who does a task where the tenant has chosen nothing, and the models that were used in the last thirty days.",
    role: "manager",
    ...settings,
    answer: modelChoicesSchema,
  },
  {
    method: "get",
    path: `${base}/embed`,
    id: "readEmbedSnippet",
    summary: "The script tag for the tenant's pages, and where chats were opened lately",
    description: "Returns the script tag for the tenant's pages, and on which sites chats were opened lately.",
    ...settings,
    answer: embedSchema,
  },
  {
    method: "post",
    path: `${base}/health-check`,
    id: "checkHealth",
    summary: "Whether what the tenant stands on works: site, library, models, mail",
    description:
      "Really tries what the tenant stands on, including one call to each model and a sign-in at the mail server, and says how to mend what does not work.",
    role: "admin",
    ...settings,
    answer: healthReportSchema,
  },
  {
    method: "post",
    path: `${base}/page-check`,
    id: "checkPage",
    summary: "What keeps the chat from working on a page, and what mends it",
    description:
      "Fetches a page of the customer's as a browser would and says what keeps the chat from working there: missing tag, domain, content policy, sandbox, mixed content. Each finding comes with the line that mends it.",
    role: "admin",
    errors: ["unavailable"],
    ...settings,
    body: pageCheckRequestSchema,
    answer: pageReportSchema,
  },
  {
    method: "post",
    path: `${base}/domains`,
    id: "allowDomain",
    summary: "Allow a domain",
    description: "Allows pages of a domain to open the chat. `https://*.example.com` allows all hosts below it.",
    role: "admin",
    errors: ["conflict"],
    ...settings,
    body: domainRequestSchema,
    answer: domainsResponseSchema,
  },
  {
    method: "delete",
    path: `${base}/domains`,
    id: "removeDomain",
    summary: "Remove an allowed domain",
    description: "Removes a domain: its pages open no new chats.",
    role: "admin",
    errors: ["not_found"],
    ...settings,
    body: domainRequestSchema,
    answer: domainsResponseSchema,
  },
  {
    method: "get",
    path: `${base}/keys`,
    id: "listKeys",
    summary: "API keys",
    description:
      "Lists API keys with their beginning, role and last use. The key itself is shown once, when it is made.",
    role: "admin",
    ...settings,
    answer: apiKeysResponseSchema,
  },
  {
    method: "post",
    path: `${base}/keys`,
    id: "createKey",
    summary: "Make an API key",
    description:
      "Makes an API key and returns it, this once. `role` says what it may; `speaks_as` is the name that visitors see when it writes in a ticket.",
    role: "admin",
    ...settings,
    body: createKeyRequestSchema,
    status: 201,
    answer: createKeyResponseSchema,
  },
  {
    method: "delete",
    path: `${base}/keys/:id`,
    id: "revokeKey",
    summary: "Revoke an API key",
    description: "Ends an API key at once.",
    role: "admin",
    ...settings,
    answer: okResponseSchema,
  },
  {
    method: "get",
    path: `${base}/audit`,
    id: "listAudit",
    summary: "Who did what, newest first",
    description: "Lists who did what: sign-ins, settings, people, keys, documents, deletions.",
    role: "admin",
    ...settings,
    query: auditQuerySchema,
    answer: auditListResponseSchema,
  },
  {
    method: "get",
    path: `${base}/audit.csv`,
    id: "exportAudit",
    summary: "The same as a file, at most 50,000 lines",
    description: "Returns the audit log as CSV, newest first, at most 50,000 lines.",
    role: "admin",
    ...settings,
    query: auditFilterSchema,
    text: "text/csv",
  },
];
