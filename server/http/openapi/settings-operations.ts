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
    summary: "Get the tenant's settings",
    description: "Returns the tenant's settings, its allowed domains and the options that the installation offers.",
    ...settings,
    answer: settingsSchema,
  },
  {
    method: "patch",
    path: `${base}/settings`,
    id: "changeSettings",
    summary: "Change settings",
    description:
      "Changes the settings that you pass and leaves the others. This also applies within objects such as `theme` and `home`. Every change is recorded in the audit log.",
    role: "admin",
    ...settings,
    body: settingsPatchSchema,
    answer: settingsSchema,
  },
  {
    method: "get",
    path: `${base}/calibration`,
    id: "readCalibration",
    summary: "Get the confidence calibration",
    description:
      "Returns the current calibration and a suggested one, with its curve, based on people's ratings of the tenant's answers. Changes nothing.",
    role: "admin",
    ...settings,
    query: calibrationQuerySchema,
    answer: calibrationStateSchema.extend({ report: calibrationReportSchema }),
  },
  {
    method: "post",
    path: `${base}/calibration`,
    id: "calibrate",
    summary: "Calibrate the confidence threshold",
    description:
      "Sets the scale and the confidence threshold at which at most `most_wrong` of the answers shown are wrong.",
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
    summary: "Undo the last calibration",
    description: "Restores the scale and the confidence threshold from before the last calibration.",
    role: "admin",
    errors: ["conflict"],
    ...settings,
    answer: calibrationChangeSchema,
  },
  {
    method: "get",
    path: `${base}/calibration/answers`,
    id: "listGradedAnswers",
    summary: "List recent answers to test a threshold on",
    description:
      "Returns the 200 most recent graded answers with people's ratings, to test a confidence threshold before you set it.",
    role: "admin",
    ...settings,
    answer: gradedAnswersSchema,
  },
  {
    method: "get",
    path: `${base}/usage`,
    id: "readModelUsage",
    summary: "Get models, usage and budgets",
    description:
      "Returns the model for each task, the usage and cost of the last 30 days, whether a budget is used up, and the models you can choose.",
    role: "admin",
    ...settings,
    answer: modelUsageSchema,
  },
  {
    method: "get",
    path: `${base}/model-choices`,
    id: "readModelChoices",
    summary: "List the available models",
    description:
      "Returns the providers that this installation can reach, the default model for each task, and the models used in the last 30 days.",
    role: "manager",
    ...settings,
    answer: modelChoicesSchema,
  },
  {
    method: "get",
    path: `${base}/embed`,
    id: "readEmbedSnippet",
    summary: "Get the script tag and recent sites",
    description: "Returns the script tag for the tenant's pages and the sites where chats were opened recently.",
    ...settings,
    answer: embedSchema,
  },
  {
    method: "post",
    path: `${base}/health-check`,
    id: "checkHealth",
    summary: "Check the tenant's site, library, models and e-mail",
    description:
      "Tests the tenant's site, library, models and mail server, with one real call to each model and a sign-in at the mail server. Failed checks include a fix.",
    role: "admin",
    ...settings,
    answer: healthReportSchema,
  },
  {
    method: "post",
    path: `${base}/page-check`,
    id: "checkPage",
    summary: "Check the chat on a page",
    description:
      "Fetches a page as a browser would and reports problems that keep the chat from working: missing tag, domain, content policy, sandbox or mixed content. Each finding includes the line that fixes it.",
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
    description: "Allows pages on a domain to open the chat. `https://*.example.com` allows all subdomains.",
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
    description: "Removes a domain. Its pages can no longer open new chats.",
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
    summary: "List API keys",
    description:
      "Lists API keys with their first characters, role and last use. The full key is returned only when it is created.",
    role: "admin",
    ...settings,
    answer: apiKeysResponseSchema,
  },
  {
    method: "post",
    path: `${base}/keys`,
    id: "createKey",
    summary: "Create an API key",
    description:
      "Creates an API key and returns it. The full key is returned only once. `role` sets its rights; `speaks_as` is the display name that visitors see when the key writes in a ticket.",
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
    description: "Revokes an API key immediately.",
    role: "admin",
    ...settings,
    answer: okResponseSchema,
  },
  {
    method: "get",
    path: `${base}/audit`,
    id: "listAudit",
    summary: "List audit log entries",
    description:
      "Lists audit log entries, newest first: sign-ins and changes to settings, people, keys and documents, including deletions.",
    role: "admin",
    ...settings,
    query: auditQuerySchema,
    answer: auditListResponseSchema,
  },
  {
    method: "get",
    path: `${base}/audit.csv`,
    id: "exportAudit",
    summary: "Download the audit log as CSV",
    description: "Returns the audit log as CSV, newest first, at most 50,000 lines.",
    role: "admin",
    ...settings,
    query: auditFilterSchema,
    text: "text/csv",
  },
];
