import { auditFilterSchema, auditListResponseSchema, auditQuerySchema } from "../admin-audit.ts";
import { routes } from "../route.ts";

/** The audit log. */
export const auditRoutes = routes(
  { base: "/api/v1/admin", tag: "settings", auth: "agent", role: "admin" },
  {
    listAudit: {
      at: "GET /audit",
      summary: "List audit log entries",
      description:
        "Lists audit log entries, newest first: sign-ins and changes to settings, people, keys and documents, including deletions.",
      query: auditQuerySchema,
      response: auditListResponseSchema,
    },
    exportAudit: {
      at: "GET /audit.csv",
      summary: "Download the audit log as CSV",
      description: "Returns the audit log as CSV, newest first, at most 50,000 lines.",
      query: auditFilterSchema,
      text: "text/csv",
    },
  },
);
