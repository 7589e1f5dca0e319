import { AppError, asError } from "../errors.ts";
import type { JobPayload } from "../jobs/queues.ts";
import { Interrupted, maxAttempts, reasonOf, runJob } from "../knowledge/run-job.ts";
import {
  countGateResults,
  insertGateQuestions,
  listOpenQuestions,
  type OpenQuestionRow,
  updateGateResult,
} from "../store/gate-results.ts";
import { findGateRun, type GateRunRow, lockGateRun, moveGateRun } from "../store/gate-runs.ts";
import { type JobRow, progressJob, updateJob } from "../store/jobs.ts";
import { withTenant } from "../store/transaction.ts";
import { chooseQuestions } from "./choose-questions.ts";
import type { RunDeps } from "./deps.ts";
import { rebase } from "./rebase.ts";
import { replay } from "./replay.ts";
import { judge } from "./verdict.ts";

/**
 * Questions that are asked at the same time: models are waited for most of the time, and their providers allow a tenant only so much. By
 * rules two keep two cores busy beside what visitors ask.
 */
const atOnce = 2;

/** Asks every question of a run, on what is published and on the release. Goes on where an earlier try stopped. */
export async function runGate(deps: RunDeps, payload: JobPayload, signal: AbortSignal): Promise<void> {
  const { tenant_id: tenantId, job_id: jobId } = payload;
  await runJob(deps, { payload, signal }, async (job) => {
    try {
      const run = await begin(deps, tenantId, job);
      if (run) await askAll(deps, payload, { run, signal });
    } catch (error) {
      if (signal.aborted || error instanceof Interrupted) throw error;
      // A run that no other try brings further says so.
      const isLast = error instanceof AppError || job.attempts >= maxAttempts;
      if (!isLast) throw error;
      deps.log.warn({ tenant: tenantId, run: job.target_id, err: asError(error).message }, "a run of a release failed");
      await withTenant(deps.db, tenantId, (tx) =>
        moveGateRun(tx, job.target_id, { state: "failed", error: reasonOf(error) }),
      );
    }
    await withTenant(deps.db, tenantId, (tx) => updateJob(tx, jobId, { status: "done", progress: 1 }));
  });
}

/** Chooses the questions, once, and says what the release is compared with. Undefined when the run is over or gone. */
function begin(deps: RunDeps, tenantId: string, job: JobRow): Promise<GateRunRow | undefined> {
  return withTenant(deps.db, tenantId, async (tx) => {
    const run = await lockGateRun(tx, job.target_id);
    if (run?.state === "running") return run;
    if (run?.state !== "queued") return undefined;
    await rebase(tx, run.release_id);
    await insertGateQuestions(tx, run.id, await chooseQuestions(tx, run.wanted));
    await moveGateRun(tx, run.id, { state: "running" });
    return run;
  });
}

interface Work {
  run: GateRunRow;
  signal: AbortSignal;
}

async function askAll(deps: RunDeps, payload: JobPayload, work: Work): Promise<void> {
  const { db } = deps;
  const asked = new Set<number>();
  const next = () =>
    withTenant(db, payload.tenant_id, async (tx) => {
      if (work.signal.aborted) throw new Interrupted();
      // Cancelled, or the release was discarded.
      if ((await findGateRun(tx, work.run.id))?.state !== "running") return undefined;
      const [question] = await listOpenQuestions(tx, work.run.id, { limit: 1, but: [...asked] });
      if (question) asked.add(question.place);
      return question;
    });
  // One after the other takes the next question; together they ask two at a time.
  let taking: Promise<OpenQuestionRow | undefined> = Promise.resolve(undefined);
  const take = () => {
    taking = taking.then(next);
    return taking;
  };
  const worker = async () => {
    for (let question = await take(); question; question = await take())
      await askOne(deps, payload, { ...work, question });
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await withTenant(db, payload.tenant_id, (tx) => moveGateRun(tx, work.run.id, { state: "done" }));
}

async function askOne(
  deps: RunDeps,
  { tenant_id: tenantId, job_id: jobId }: JobPayload,
  { run, question, signal }: Work & { question: OpenQuestionRow },
): Promise<void> {
  const { before, after } = await replay(deps, tenantId, { run, question, signal });
  if (signal.aborted) throw new Interrupted();
  const judged = judge(question.expected, before, after);
  await withTenant(deps.db, tenantId, async (tx) => {
    await updateGateResult(tx, run.id, { place: question.place, before, after, ...judged });
    const { done, questions } = await countGateResults(tx, run.id);
    await progressJob(tx, jobId, done / Math.max(1, questions));
  });
}
