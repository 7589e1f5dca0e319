import { randomUUID } from "node:crypto";
import type { Check } from "../../protocol/admin-doctor.ts";
import { asError } from "../../server/core/errors.ts";
import { checkIsolation } from "../../server/operations/doctor/installation/check-isolation.ts";
import type { AppContext } from "../../server/wiring/context.ts";

export interface IsolationSummary {
  /** All tested tables. */
  tables: string[];
  /** Number of statements tried without permission. */
  tries: number;
  faults: { subject: string; fault: string }[];
}

/** The checks of `parley doctor --isolation`: roles, catalogue and tables of the database, and the answer cache. */
export async function runIsolationChecks(ctx: AppContext): Promise<{ checks: Check[]; isolation: IsolationSummary }> {
  const { checks, tables, tries, faults } = await checkIsolation(ctx.http.tenants);
  return { checks: [...checks, await checkCache(ctx)], isolation: { tables, tries, faults } };
}

/** Stores an answer for one tenant in the cache that is in use, looks it up as another tenant, and removes it. */
async function checkCache({ cache }: AppContext): Promise<Check> {
  const scope = { locale: "en", fingerprint: "doctor" };
  const [owner, other] = [randomUUID(), randomUUID()];
  const question = "Which colour has the probe of this installation?";
  try {
    const own = cache.forTurn(owner, scope);
    await own.lookup(question);
    await own.store({
      question,
      answer: `probe ${owner}`,
      citations: [{ index: 1, chunk_id: owner, title: "probe", quote: "probe" }],
      grade: { score: 1, tier: "high", reason: "probe" },
      chunks: [{ chunk_id: owner, document_id: owner, version_id: owner }],
    });
    const isKept = (await cache.forTurn(owner, scope).lookup(question)) !== null;
    const leaks = (await cache.forTurn(other, scope).lookup(question)) !== null || (await cache.list(other)).length > 0;
    if (leaks)
      return { name: "answer cache", status: "failed", detail: "returns one tenant's answer to another tenant" };
    return isKept
      ? { name: "answer cache", status: "ok", detail: "does not return one tenant's answer to another tenant" }
      : { name: "answer cache", status: "warning", detail: "stored no answer, so it could not be checked" };
  } catch (error) {
    return { name: "answer cache", status: "warning", detail: `could not be checked: ${asError(error).message}` };
  } finally {
    await cache.purge(owner).catch(() => {}); // what stays behind ends by itself
  }
}
