import { maxRegressionQuestions } from "../../../protocol/regression.ts";
import { listRealQuestions } from "../../assistant/store/real-questions.ts";
import { AppError } from "../../core/errors.ts";
import type { JobPayload } from "../../core/queues/queues.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { type JobRow, progressJob, updateJob } from "../../operations/store/jobs.ts";
import { DocumentFault, Interrupted, runJob, WorkerLost } from "../documents/run-job.ts";
import { listRegressionQuestions } from "../store/regression-questions.ts";
import {
  countReleaseResults,
  insertReleaseQuestions,
  listOpenQuestions,
  type NewReleaseQuestion,
  type OpenQuestionRow,
  updateReleaseResult,
} from "../store/release-results.ts";
import { findReleaseRun, lockReleaseRun, moveReleaseRun, type ReleaseRunRow } from "../store/release-runs.ts";
import { rebaseReleaseVersions } from "../store/release-versions.ts";
import { findRelease, rebaseRelease } from "../store/releases.ts";
import type { RunDeps } from "./deps.ts";
import { publishedOf } from "./release-settings.ts";
import { replay } from "./replay.ts";
import { judge } from "./verdict.ts";

/**
 * Questions asked at the same time. With models, most of the time is spent waiting, and providers limit each tenant. With rules, two
 * questions keep two cores busy beside visitors' questions.
 */
const atOnce = 2;

/** Least time between two progress events, in ms. After each event, every console that shows the release reads it again. */
const tellEveryMs = 1_000;

/** Asks every question of a run with the published state and with the release. It continues after an interrupted attempt. */
export async function runRelease(deps: RunDeps, payload: JobPayload, signal: AbortSignal): Promise<void> {
  const { tenant_id: tenantId, job_id: jobId } = payload;
  const news = new News(deps, tenantId);
  // Stores the failure when there are no attempts left.
  const onParked = async (tx: TenantTransaction, job: JobRow, error: unknown) => {
    await moveReleaseRun(tx, job.target_id, { state: "failed", error: sentenceOf(error) });
    news.releaseId = (await findReleaseRun(tx, job.target_id))?.release_id;
  };
  try {
    await runJob(deps, { payload, signal, onParked }, async (job) => {
      const run = await begin(deps, tenantId, job).catch(asFault);
      news.releaseId = run?.release_id;
      if (run) await askAll(deps, payload, { run, signal, news }).catch(asFault);
      await withTenant(deps.db, tenantId, (tx) => updateJob(tx, jobId, { status: "done", progress: 1 }));
    });
  } finally {
    await news.tell();
  }
}

/** A retry does not fix a problem that users have to fix. */
function asFault(error: unknown): never {
  if (error instanceof AppError) throw new DocumentFault(error.message, { cause: error });
  throw error;
}

function sentenceOf(error: unknown): string {
  if (error instanceof WorkerLost) return "The server stopped during every attempt of this run. Start it again.";
  if (error instanceof DocumentFault) return error.message;
  return "The run stopped because of an internal error. See the server log, then start it again.";
}

/** Notifies consoles about the progress, but not after each question. */
class News {
  readonly #deps: Pick<RunDeps, "notifyRelease">;
  readonly #tenantId: string;
  #toldAt = 0;
  releaseId: string | undefined;

  constructor(deps: Pick<RunDeps, "notifyRelease">, tenantId: string) {
    this.#deps = deps;
    this.#tenantId = tenantId;
  }

  async tell(): Promise<void> {
    this.#toldAt = Date.now();
    if (this.releaseId !== undefined) await this.#deps.notifyRelease(this.#tenantId, this.releaseId);
  }

  async tellSometimes(): Promise<void> {
    if (Date.now() - this.#toldAt >= tellEveryMs) await this.tell();
  }
}

/**
 * Chooses the questions once, and stores the state that the release is compared with. Returns undefined when the run has ended or was
 * deleted.
 */
function begin(deps: RunDeps, tenantId: string, job: JobRow): Promise<ReleaseRunRow | undefined> {
  return withTenant(deps.db, tenantId, async (tx) => {
    const run = await lockReleaseRun(tx, job.target_id);
    if (run?.state === "running") return run;
    if (run?.state !== "queued") return undefined;
    await rebase(tx, run.release_id);
    await insertReleaseQuestions(tx, run.id, await chooseQuestions(tx, run.wanted));
    await moveReleaseRun(tx, run.id, { state: "running" });
    return run;
  });
}

interface Work {
  run: ReleaseRunRow;
  signal: AbortSignal;
  news: News;
}

async function askAll(deps: RunDeps, payload: JobPayload, work: Work): Promise<void> {
  const { db } = deps;
  let isBroken = false;
  const asked = new Set<number>();
  const next = () =>
    withTenant(db, payload.tenant_id, async (tx) => {
      if (work.signal.aborted) throw new Interrupted();
      // The run was cancelled, or the release was discarded.
      if (isBroken || (await findReleaseRun(tx, work.run.id))?.state !== "running") return undefined;
      const [question] = await listOpenQuestions(tx, work.run.id, { limit: 1, but: [...asked] });
      if (question) asked.add(question.place);
      return question;
    });
  // Two workers ask at the same time, but they take their questions one after another.
  let taking: Promise<OpenQuestionRow | undefined> = Promise.resolve(undefined);
  const take = () => {
    taking = taking.then(next);
    return taking;
  };
  const worker = async () => {
    try {
      for (let question = await take(); question; question = await take())
        await askOne(deps, payload, { ...work, question });
    } catch (error) {
      isBroken = true;
      throw error;
    }
  };
  // Stores results that are already being computed before the next attempt starts.
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  const broken = ended.find(({ status }) => status === "rejected");
  if (broken?.status === "rejected") throw broken.reason;
  await withTenant(db, payload.tenant_id, (tx) => moveReleaseRun(tx, work.run.id, { state: "done" }));
}

async function askOne(
  deps: RunDeps,
  { tenant_id: tenantId, job_id: jobId }: JobPayload,
  { run, question, signal, news }: Work & { question: OpenQuestionRow },
): Promise<void> {
  const { before, after } = await replay(deps, tenantId, { run, question, signal });
  if (signal.aborted) throw new Interrupted();
  const judged = judge(question.expected, before, after);
  await withTenant(deps.db, tenantId, async (tx) => {
    await updateReleaseResult(tx, run.id, { place: question.place, before, after, ...judged });
    const { done, questions } = await countReleaseResults(tx, run.id);
    await progressJob(tx, jobId, done / Math.max(1, questions));
  });
  await news.tellSometimes();
}

/** Recent questions that are searched per chosen question, to skip repeated ones. */
const lookedThrough = 5;

/** Chooses all test questions, then the most recent real questions; a repeated text is asked only once. */
async function chooseQuestions(tx: TenantTransaction, wanted: number): Promise<NewReleaseQuestion[]> {
  const kept = await listRegressionQuestions(tx, { before: null, limit: maxRegressionQuestions });
  const chosen: NewReleaseQuestion[] = kept.map(({ id, question, history, expected, ticket_id }) => ({
    ticket_id,
    regression_id: id,
    question,
    history,
    locale: null,
    expected,
  }));
  const known = new Set(chosen.filter(({ history }) => history.length === 0).map(({ question }) => keyOf(question)));
  const real = wanted === 0 ? [] : await listRealQuestions(tx, wanted * lookedThrough);
  let count = 0;
  for (const { ticket_id, question, understood, history, locale } of real) {
    if (count >= wanted) break;
    if (known.has(keyOf(understood))) continue;
    known.add(keyOf(understood));
    count += 1;
    chosen.push({ ticket_id, regression_id: null, question, history, locale, expected: null });
  }
  return chosen;
}

function keyOf(question: string): string {
  return question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Compares the release with the currently published state. @throws AppError `not_found`. */
async function rebase(tx: TenantTransaction, releaseId: string): Promise<void> {
  const release = await findRelease(tx, releaseId);
  if (!release) throw new AppError("not_found", "The release was deleted.");
  await rebaseReleaseVersions(tx, releaseId);
  await rebaseRelease(tx, releaseId, await publishedOf(tx, release.settings));
}
