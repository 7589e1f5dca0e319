import type { Teaser } from "../../../protocol/alerts.ts";

/** The tenant's rule, if there is one that this page may know. */
export async function findRule(api: string, tenant: string): Promise<Teaser | undefined> {
  try {
    const response = await fetch(`${api}/api/v1/chat/teaser`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ tenant_id: tenant.trim() }),
    });
    const answer: unknown = response.ok ? await response.json() : null;
    return ruleIn(answer);
  } catch {
    // No network, or a page that may not ask: nobody misses an invitation.
    return undefined;
  }
}

function ruleIn(answer: unknown): Teaser | undefined {
  const { teaser } = (answer ?? {}) as { teaser?: Partial<Record<keyof Teaser, unknown>> | null };
  const { text, after_seconds, pages } = teaser ?? {};
  if (typeof text !== "string" || typeof after_seconds !== "number" || !Array.isArray(pages)) return undefined;
  return { text, after_seconds, pages: pages.filter((page) => typeof page === "string") };
}
