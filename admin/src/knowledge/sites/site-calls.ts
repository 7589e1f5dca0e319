import type { SitePreview, SiteView } from "../../../../protocol/refresh.ts";
import type { RefreshEvery } from "../../../../protocol/refresh-every.ts";
import type { Ask } from "../../ui/api-call.ts";

const previewTimeoutMs = 40_000;

/** The calls about sitemaps, for the pages that show them. */
export function siteCalls(admin: Ask) {
  const path = (id: string) => `/sites/${encodeURIComponent(id)}`;
  return {
    list: (signal?: AbortSignal) => admin<{ items: SiteView[] }>("/sites", { signal }),
    /** The server reads up to fifty sitemaps before it answers. */
    preview: (address: string) =>
      admin<SitePreview>("/sites/preview", { method: "POST", body: { address }, timeoutMs: previewTimeoutMs }),
    change: (id: string, refresh: RefreshEvery) => admin<SiteView>(path(id), { method: "PATCH", body: { refresh } }),
    fetch: (id: string) => admin<SiteView>(`${path(id)}/fetch`, { method: "POST", body: {} }),
    remove: (id: string) => admin<unknown>(path(id), { method: "DELETE" }),
  };
}
