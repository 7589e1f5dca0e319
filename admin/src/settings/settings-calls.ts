import type { AuditItem } from "../../../protocol/admin-audit.ts";
import type { HealthReport, PageReport } from "../../../protocol/admin-doctor.ts";
import type { EmbedView } from "../../../protocol/admin-embed.ts";
import { type Ask, queryString } from "../ui/api-call.ts";

/** What is read and changed at once, beside the settings that are saved together. */
export function settingsCalls(admin: Ask) {
  return {
    audit: (query: { actor?: string; action?: string; cursor?: string; limit: number }, signal?: AbortSignal) =>
      admin<{ items: AuditItem[]; next_cursor: string | null }>(`/audit${queryString(query)}`, { signal }),
    embed: () => admin<EmbedView>("/embed"),
    checkHealth: () => admin<HealthReport>("/health-check", { method: "POST" }),
    checkPage: (url: string) => admin<PageReport>("/page-check", { method: "POST", body: { url } }),
    addDomain: (domain: string) => admin<{ domains: string[] }>("/domains", { method: "POST", body: { domain } }),
    removeDomain: (domain: string) => admin<{ domains: string[] }>("/domains", { method: "DELETE", body: { domain } }),
  };
}
