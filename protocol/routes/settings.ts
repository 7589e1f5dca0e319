import { settingsPatchSchema, settingsSchema } from "../admin.ts";
import { healthReportSchema, pageCheckRequestSchema, pageReportSchema } from "../admin-doctor.ts";
import { embedSchema } from "../admin-embed.ts";
import { domainRequestSchema, domainsResponseSchema } from "../admin-people.ts";
import { modelChoicesSchema, modelUsageSchema } from "../admin-usage.ts";
import { routes } from "../route.ts";

/** The tenant's configuration. */
export const settingsRoutes = routes(
  { base: "/api/v1/admin", tag: "settings", auth: "agent" },
  {
    readSettings: {
      at: "GET /settings",
      summary: "Get the tenant's settings",
      description: "Returns the tenant's settings, its allowed domains and the options that the installation offers.",
      response: settingsSchema,
    },
    changeSettings: {
      at: "PATCH /settings",
      role: "admin",
      summary: "Change settings",
      description:
        "Changes the settings that you pass and leaves the others. This also applies within objects such as `theme` and `home`. Every change is recorded in the audit log.",
      body: settingsPatchSchema,
      example: { theme: { accent: "#0f766e", accent_text: "#ffffff" }, threshold: 0.7 },
      response: settingsSchema,
    },
    readEmbedSnippet: {
      at: "GET /embed",
      summary: "Get the script tag and recent sites",
      description: "Returns the script tag for the tenant's pages and the sites where chats were opened recently.",
      response: embedSchema,
    },
    allowDomain: {
      at: "POST /domains",
      role: "admin",
      summary: "Allow a domain",
      description: "Allows pages on a domain to open the chat. `https://*.example.com` allows all subdomains.",
      errors: ["conflict"],
      body: domainRequestSchema,
      example: { domain: "https://www.example.com" },
      response: domainsResponseSchema,
    },
    removeDomain: {
      at: "DELETE /domains",
      role: "admin",
      summary: "Remove an allowed domain",
      description: "Removes a domain. Its pages can no longer open new chats.",
      errors: ["not_found"],
      body: domainRequestSchema,
      example: { domain: "https://www.example.com" },
      response: domainsResponseSchema,
    },
  },
);

/** Models in use, and their usage. */
export const modelRoutes = routes(
  { base: "/api/v1/admin", tag: "settings", auth: "agent" },
  {
    readModelUsage: {
      at: "GET /usage",
      role: "admin",
      summary: "Get models, usage and budgets",
      description:
        "Returns the model for each task, the usage and cost of the last 30 days, whether a budget is used up, and the models you can choose.",
      response: modelUsageSchema,
    },
    readModelChoices: {
      at: "GET /model-choices",
      role: "manager",
      summary: "List the available models",
      description:
        "Returns the providers that this installation can reach, the default model for each task, and the models used in the last 30 days.",
      response: modelChoicesSchema,
    },
  },
);

/** Checks of the installation and of the pages with the chat. */
export const checkRoutes = routes(
  { base: "/api/v1/admin", tag: "settings", auth: "agent", role: "admin" },
  {
    checkHealth: {
      at: "POST /health-check",
      summary: "Check the tenant's site, library, models and e-mail",
      description:
        "Tests the tenant's site, library, models and mail server, with one real call to each model and a sign-in at the mail server. Failed checks include a fix.",
      response: healthReportSchema,
    },
    checkPage: {
      at: "POST /page-check",
      summary: "Check the chat on a page",
      description:
        "Fetches a page as a browser would and reports problems that keep the chat from working: missing tag, domain, content policy, sandbox or mixed content. Each finding includes the line that fixes it.",
      errors: ["unavailable"],
      body: pageCheckRequestSchema,
      example: { url: "https://www.example.com/help" },
      response: pageReportSchema,
    },
  },
);
