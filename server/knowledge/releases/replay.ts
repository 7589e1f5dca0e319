import type { Replayed } from "../../../protocol/release-runs.ts";
import type { DryRunDraft, DryRunResult } from "../../assistant/dry-run/ports.ts";
import { AppError } from "../../core/errors.ts";
import { withTenant } from "../../database/transaction.ts";
import type { OpenQuestionRow } from "../store/release-results.ts";
import type { ReleaseRunRow } from "../store/release-runs.ts";
import { listReleaseVersions } from "../store/release-versions.ts";
import { findRelease } from "../store/releases.ts";
import type { RunDeps } from "./deps.ts";

interface Asked {
  run: ReleaseRunRow;
  question: OpenQuestionRow;
  signal: AbortSignal;
}

/**
 * Asks a question twice: with the published state and with the release. The order alternates between questions, so that neither side
 * profits from warm caches.
 * @throws AppError `rate_limited` when the tenant's budget is used up, because answers by rules prove nothing.
 */
export async function replay(
  deps: RunDeps,
  tenantId: string,
  { run, question: asked, signal }: Asked,
): Promise<{ before: Replayed; after: Replayed }> {
  const draft = await draftOf(deps, tenantId, run);
  const { question, history, locale } = asked;
  const about = { tenantId, question, history, signal, cache: "off", ...(locale === null ? {} : { locale }) } as const;
  const isReleaseFirst = asked.place % 2 === 0;
  const first = await deps.runDryRun({ ...about, ...(isReleaseFirst ? { draft } : {}) });
  const second = await deps.runDryRun({ ...about, ...(isReleaseFirst ? {} : { draft }) });
  const [before, after] = isReleaseFirst ? [second, first] : [first, second];
  return { before: toReplayed(before), after: toReplayed(after) };
}

/** Reads the changes of the release again for each question, because a discarded release has none. */
function draftOf({ db, isOverBudget }: RunDeps, tenantId: string, run: ReleaseRunRow): Promise<DryRunDraft> {
  return withTenant(db, tenantId, async (tx) => {
    if (await isOverBudget(tx))
      throw new AppError("rate_limited", "The model budget is used up. The results so far are below.");
    const release = await findRelease(tx, run.release_id);
    if (release?.state !== "open" || release.revision !== run.revision)
      throw new AppError("conflict", "The release was changed during the test. Test it again.");
    const add = (await listReleaseVersions(tx, [run.release_id])).flatMap(({ version_id }) => version_id ?? []);
    const { models, ...settings } = release.settings;
    // A task whose own model the release removes uses the installation's model.
    const model =
      models && Object.fromEntries(Object.entries(models).map(([task, choice]) => [task, choice ?? undefined]));
    return { ...settings, ...(model ? { model } : {}), ...(add.length > 0 ? { versions: { add } } : {}) };
  });
}

function toReplayed({ outcome, answer, citations, grade, reason, ms, usage }: DryRunResult): Replayed {
  return { outcome, answer, citations, grade, reason, ms: Math.round(ms), cost_usd: usage.cost_usd };
}
