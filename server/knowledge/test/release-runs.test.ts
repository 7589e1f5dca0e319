import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RegressionQuestion } from "../../../protocol/regression.ts";
import type {
  ReleaseResults,
  ReleaseRunAnswer,
  ReleaseRunView,
  VoidedAnswers,
} from "../../../protocol/release-runs.ts";
import type { ReleaseView } from "../../../protocol/releases.ts";
import { newId } from "../../core/ids.ts";
import { createLogger } from "../../core/log.ts";
import { withTenant } from "../../database/transaction.ts";
import { insertJob } from "../../operations/store/jobs.ts";
import { type ReleaseRig, startReleaseRig } from "../../test/support/release-rig.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import type { RunDeps } from "../releases/deps.ts";
import { runRelease } from "../releases/run-release.ts";
import { replaceReleaseRun } from "../store/release-runs.ts";

/** Visitors' real questions, answered by rules. The tests run releases with them. */
let rig: ReleaseRig;
let returns: string;
let kept: RegressionQuestion;
let draft: ReleaseView;
let erased: string;

const asked = {
  returns: "How many days do I have to return an order?",
  shipping: "How long does shipping to Zambia take?",
  again: "how long does shipping to zambia take",
  gifts: "How long do gift cards hold?",
};

beforeAll(async () => {
  rig = await startReleaseRig();
  returns = await rig.publish("returns.md", "# Returns\n\nYou can return an order within thirty days of delivery.");
  await rig.publish("shipping.md", "# Shipping\n\nShipping to Zambia takes nine working days.");
  const { ticketId } = await rig.ask(asked.returns);
  erased = ticketId;
  for (const question of [asked.shipping, asked.again, asked.gifts]) await rig.ask(question);
  // Two messages that are not asked again, because they are not questions.
  await rig.ask("Hello!");
  await rig.ask("I want to talk to a person");
  const { body } = await rig.call<RegressionQuestion>("POST", "regression-questions", {
    question: "Within how many days after delivery can I return an order?",
    expected: { must_say: ["thirty days"], must_cite: [returns], outcome: "answered" },
  });
  kept = body;
  draft = await rig.draft("returns.md", "# Returns\n\nYou can return an order within forty-five days of delivery.");
}, 180_000);
afterAll(() => rig?.[Symbol.asyncDispose]());

const readRun = (id: string, key?: string) => rig.call<ReleaseRunAnswer>("GET", `releases/${id}/run`, undefined, key);
const run = async (id = draft.id) => {
  const { body } = await readRun(id);
  if (!body.run) throw new Error("it was never tried");
  return body.run;
};
const results = async (query = "", id = draft.id) =>
  (await rig.call<ReleaseResults>("GET", `releases/${id}/run/results?${query}`)).body.items;
const begin = (id: string, questions?: number, key?: string) =>
  rig.call<ReleaseRunView & { error?: { message: string } }>(
    "POST",
    `releases/${id}/run`,
    questions === undefined ? {} : { questions },
    key,
  );
const ended = (id = draft.id) =>
  waitFor(
    async () => {
      const now = await run(id);
      return ["done", "failed", "cancelled"].includes(now.state) ? now : null;
    },
    { what: "the run", timeoutMs: 90_000, intervalMs: 200 },
  );

/** The event stream of the desk, as a console reads it. */
async function openFeed() {
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${rig.shop.api_key}` };
  const { body } = await fetch(`${rig.server.url}/api/v1/admin/events`, { headers, signal: stop.signal });
  let heard = "";
  void body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(
      new WritableStream({
        write(text) {
          heard += text;
        },
      }),
    )
    .catch(() => undefined);
  return { heard: () => heard, close: () => stop.abort() };
}

/** Counts in the database, because the API limits its callers. */
const answered = (release: string) =>
  rig.count(
    `release_results r join release_runs g on g.id = r.run_id where g.release_id = '${release}' and r.verdict is not null`,
  );

describe("a draft that is put into a release", () => {
  it("is told to every console, and so is that it was read", async () => {
    const feed = await openFeed();
    const { id } = await rig.draft("parcels.md", "# Parcels\n\nParcels are insured.");
    await waitFor(() => feed.heard().split(`"type":"release_changed","release_id":"${id}"`).length > 2, {
      what: "news of the draft",
    });
    feed.close();
    await rig.call("POST", `releases/${id}/discard`);
  });
});

describe("a run", () => {
  it("asks different real questions and the regression questions of both sides, and visitors notice nothing", async () => {
    expect(await readRun(draft.id)).toEqual({ status: 200, body: { run: null } });
    const feed = await openFeed();
    const before = await Promise.all(
      ["tickets", "messages", "turns", "ticket_events"].map((table) => rig.count(table)),
    );
    const begun = await begin(draft.id);
    expect(begun.status, JSON.stringify(begun.body)).toBe(202);
    const done = await ended();
    expect(done).toMatchObject({ state: "done", error: null, questions: 4, regression_questions: 1, done: 4 });
    // Events report only the start and the end of the run, without any text.
    const news = `"type":"release_changed","release_id":"${draft.id}"`;
    await waitFor(() => feed.heard().split(news).length > 2, { what: "news of the run" });
    feed.close();
    expect(
      await Promise.all(["tickets", "messages", "turns", "ticket_events"].map((table) => rig.count(table))),
    ).toEqual(before);
    expect((await rig.ask(asked.returns)).content).toContain("thirty days");
    expect(done.before.answered).toBeGreaterThan(0);
    expect(done.before.median_ms).toBeGreaterThan(0);
    expect(done.before.cost_usd).toBe(0);
  });

  it("lists what changes with both answers, and an expectation that is not met any more as worse", async () => {
    const all = await results();
    expect(all.map(({ question }) => question).sort()).toEqual(
      [kept.question, asked.gifts, asked.again, asked.returns].sort(),
    );
    const [regression] = all.filter(({ kind }) => kind === "regression");
    expect(regression).toMatchObject({
      question: kept.question,
      verdict: "worse",
      failed: { before: [], after: ["says “thirty days”"] },
    });
    expect(regression?.reasons).toContain("expectation");
    const real = all.find(({ question }) => question === asked.returns);
    expect(real?.before.answer).toContain("thirty days");
    expect(real?.after.answer).toContain("forty-five days");
    expect(real?.reasons).toContain("answer");
    expect(all.find(({ question }) => question === asked.again)?.verdict).toBe("same");
    const view = await run();
    expect(view.failing).toBe(1);
    expect(view.verdicts.worse).toBe((await results("verdict=worse")).length);
    expect(await results("kind=regression")).toHaveLength(1);
    // Worse results come first and the same ones last; the rest keep the order of the questions, also across pages.
    const order = ["worse", "unclear", "better", "same"];
    const sorted = [...all].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict) || a.place - b.place);
    expect(all).toEqual(sorted);
    expect(new Set(all.map(({ verdict }) => verdict)).size).toBeGreaterThan(1);
    const page = await rig.call<ReleaseResults>("GET", `releases/${draft.id}/run/results?limit=2`);
    const next = await results(`limit=2&cursor=${page.body.next_cursor}`);
    expect([...page.body.items, ...next]).toEqual(all);
  });

  it("lists the cached answers that rest on what changes", async () => {
    const { body } = await rig.call<VoidedAnswers>("GET", `releases/${draft.id}/cached`);
    expect(body.items).toContainEqual(expect.objectContaining({ question: asked.returns, because: "document" }));
    expect(body.count).toBe(body.items.length);
    const strict = await rig.call<ReleaseView>("POST", "releases", { name: "Strict", settings: { threshold: 0.95 } });
    const all = await rig.call<VoidedAnswers>("GET", `releases/${strict.body.id}/cached`);
    expect(all.body.count).toBeGreaterThan(1);
    expect(all.body.items.every(({ because }) => because === "settings")).toBe(true);
    await rig.call("POST", `releases/${strict.body.id}/discard`);
  });

  it("lets a manager publish what was tried as it is, and nothing else", async () => {
    const publish = (view: ReleaseView) =>
      rig.call<ReleaseView>("POST", `releases/${view.id}/publish`, { revision: view.revision }, rig.keys.manager);
    const changed = await rig.draft(
      "shipping.md",
      "# Shipping\n\nShipping to Zambia takes five working days.",
      draft.id,
    );
    expect(await run()).toMatchObject({ is_outdated: true });
    expect((await publish(changed)).status).toBe(409);
    await begin(draft.id);
    await ended();
    expect((await publish(changed)).status).toBe(200);
    expect((await rig.ask(asked.returns)).content).toContain("forty-five days");
    expect((await rig.ask(asked.shipping)).content).toContain("five working days");
    expect((await rig.call("POST", `releases/${draft.id}/roll-back`, {}, rig.keys.manager)).status).toBe(200);
    expect((await rig.ask(asked.returns)).content).toContain("thirty days");
  });

  it("is for managers, and the other tenant's is not there", async () => {
    const theirs = await rig.call<ReleaseView>(
      "POST",
      "releases",
      { name: "Theirs", settings: { tone: "x" } },
      rig.other.api_key,
    );
    for (const [method, path] of [
      ["POST", `releases/${theirs.body.id}/run`],
      ["GET", `releases/${theirs.body.id}/run`],
      ["GET", `releases/${theirs.body.id}/run/results`],
      ["GET", `releases/${theirs.body.id}/cached`],
      ["POST", `releases/${theirs.body.id}/run/cancel`],
    ] as const)
      expect((await rig.call(method, path, method === "POST" ? {} : undefined)).status, path).toBe(404);
    // Each of the two tenants is asked only its own questions.
    expect((await begin(theirs.body.id, 500, rig.other.api_key)).status).toBe(202);
    const done = await waitFor(async () => {
      const { body } = await readRun(theirs.body.id, rig.other.api_key);
      return body.run?.state === "done" ? body.run : null;
    });
    expect(done.questions).toBe(0);
    for (const key of [rig.keys.viewer, rig.keys.agent]) expect((await begin(draft.id, 1, key)).status).toBe(403);
    expect((await begin(draft.id, 501)).status).toBe(400);
    expect((await begin(draft.id, 1)).status).toBe(409);
  });
});

describe("a run that is cut off", () => {
  it("goes on after a restart and asks no question twice", async () => {
    for (let index = 0; index < 24; index += 1)
      await rig.ask(`What about parcel number ${index} in ${"abcdefghijklmnopqrstuvwx"[index]}?`);
    const again = await rig.draft("returns.md", "# Returns\n\nYou can return an order within twelve days of delivery.");
    await begin(again.id, 500);
    await waitFor(async () => (await answered(again.id)) >= 3, { what: "three questions", intervalMs: 2 });
    await rig.restart();
    const halfway = await withTenant(rig.server.ctx.db, rig.shop.tenant_id, (tx) =>
      tx.query<{ place: number; done_at: Date }>(
        `select place, done_at from release_results where done_at is not null and run_id in (select id from release_runs where release_id = $1)`,
        [again.id],
      ),
    );
    const done = await ended(again.id);
    expect(done.done).toBe(done.questions);
    expect(done.questions).toBeGreaterThan(20);
    const after = await withTenant(rig.server.ctx.db, rig.shop.tenant_id, (tx) =>
      tx.query<{ place: number; done_at: Date }>(
        `select place, done_at from release_results where done_at is not null and run_id in (select id from release_runs where release_id = $1)`,
        [again.id],
      ),
    );
    const byPlace = new Map(after.rows.map(({ place, done_at }) => [place, done_at.getTime()]));
    expect(halfway.rows.length).toBeGreaterThanOrEqual(3);
    for (const { place, done_at } of halfway.rows) expect(byPlace.get(place)).toBe(done_at.getTime());
    await rig.call("POST", `releases/${again.id}/discard`);
  }, 180_000);

  it("by somebody keeps what was asked so far, and can be tried again", async () => {
    const view = await rig.draft("returns.md", "# Returns\n\nYou can return an order within three days of delivery.");
    await begin(view.id, 500);
    expect((await begin(view.id, 500)).status).toBe(409);
    const stopped = await rig.call<ReleaseRunView>("POST", `releases/${view.id}/run/cancel`);
    expect([stopped.status, stopped.body.state]).toEqual([200, "cancelled"]);
    expect((await rig.call("POST", `releases/${view.id}/run/cancel`)).status).toBe(409);
    // The run was cancelled before its questions were chosen, or while they were asked.
    const now = await run(view.id);
    expect(now.state).toBe("cancelled");
    expect(now.done === 0 || now.done < now.questions).toBe(true);
    const published = await rig.call(
      "POST",
      `releases/${view.id}/publish`,
      { revision: view.revision },
      rig.keys.manager,
    );
    expect(published.status).toBe(409);
    expect((await begin(view.id, 0)).status).toBe(202);
    expect(await ended(view.id)).toMatchObject({ state: "done", questions: 1 });
    await rig.call("POST", `releases/${view.id}/discard`);
  }, 120_000);

  it("stops where the budget is used up, and says so", async () => {
    const view = await rig.draft("returns.md", "# Returns\n\nYou can return an order within eight days of delivery.");
    await rig.call("PATCH", "settings", { budget: { tokens_per_day: 0 } });
    await begin(view.id, 5);
    const failed = await ended(view.id);
    expect(failed).toMatchObject({ state: "failed" });
    expect(failed.error).toContain("budget");
    await rig.call("PATCH", "settings", { budget: { tokens_per_day: null } });
    await rig.call("POST", `releases/${view.id}/discard`);
  });
});

describe("a run that nobody can bring to its end", () => {
  /** A run whose job only this test processes. */
  async function parked(name: string, attempts: number) {
    const { body: release } = await rig.call<ReleaseView>("POST", "releases", { name, settings: { tone: name } });
    const [runId, jobId] = [newId(), newId()];
    await withTenant(rig.server.ctx.db, rig.shop.tenant_id, async (tx) => {
      const { id: releaseId, revision } = release;
      await replaceReleaseRun(tx, { id: runId, releaseId, revision, wanted: 5, personName: "Ada" });
      await insertJob(tx, { id: jobId, kind: "release_run", targetId: runId, documentId: null });
      await tx.query("update jobs set status = 'running', attempts = $2 where id = $1", [jobId, attempts]);
    });
    const told: string[] = [];
    const work = (runDryRun: RunDeps["runDryRun"]) => {
      const notifyRelease = async (_tenant: string, id: string) => void told.push(id);
      const deps = {
        db: rig.server.ctx.db,
        log: createLogger("silent"),
        runDryRun,
        isOverBudget: async () => false,
        notifyRelease,
      };
      return runRelease(deps, { tenant_id: rig.shop.tenant_id, job_id: jobId }, new AbortController().signal);
    };
    return { release, told, work };
  }

  it("has failed when the process ended at each try, says so, and is tried again", async () => {
    const { release, told, work } = await parked("Curt", 3);
    await work(() => Promise.reject(new Error("nobody asks any more")));
    const failed = await run(release.id);
    expect(failed).toMatchObject({ state: "failed", error: expect.stringContaining("Start it again.") });
    expect(failed.finished_at).not.toBeNull();
    expect(told).toContain(release.id);
    expect((await begin(release.id, 0)).status).toBe(202);
    expect(await ended(release.id)).toMatchObject({ state: "done", error: null });
    await rig.call("POST", `releases/${release.id}/discard`);
  });

  it("asks nothing any more once one question broke it off, and fails at its last try", async () => {
    const { release, work } = await parked("Short", 1);
    let asking = 0;
    const dryRun: RunDeps["runDryRun"] = async () => {
      asking += 1;
      const isFirst = asking === 1;
      await new Promise((resolve) => setTimeout(resolve, isFirst ? 0 : 20));
      asking -= 1;
      throw new Error(isFirst ? "broken" : "broken as well");
    };
    await expect(work(dryRun)).rejects.toThrow("broken");
    expect(asking).toBe(0);
    expect(await run(release.id)).toMatchObject({ state: "running", error: null });
    await work(dryRun);
    expect(await run(release.id)).toMatchObject({ state: "failed", error: expect.stringContaining("internal error") });
    await rig.call("POST", `releases/${release.id}/discard`);
  });
});

describe("what visitors said in a run", () => {
  it("is gone with the ticket that it came from, also by retention", async () => {
    const view = await rig.draft("returns.md", "# Returns\n\nYou can return an order within ninety days of delivery.");
    await begin(view.id, 500);
    const done = await ended(view.id);
    const holds = async (words: string) =>
      (await results("limit=100", view.id)).some(({ question }) => question === words);
    expect(await holds(asked.returns)).toBe(true);
    const tickets = await withTenant(rig.server.ctx.db, rig.shop.tenant_id, (tx) =>
      tx.query<{ ticket_id: string }>(
        "select ticket_id from release_results where question = $1 and run_id in (select id from release_runs where release_id = $2)",
        [asked.returns, view.id],
      ),
    );
    for (const { ticket_id: id } of tickets.rows) await rig.call("POST", "erasures", { kind: "ticket", id });
    await waitFor(async () => !(await holds(asked.returns)), { what: "the erasure" });
    expect((await run(view.id)).questions).toBe(done.questions - tickets.rows.length);
    // Retention deletes tickets with the rows that depend on them.
    await withTenant(rig.server.ctx.db, rig.shop.tenant_id, (tx) =>
      tx.query("delete from tickets where id in (select ticket_id from release_results where question = $1)", [
        asked.gifts,
      ]),
    );
    expect(await holds(asked.gifts)).toBe(false);
    expect(erased).not.toBe("");
    await rig.call("POST", `releases/${view.id}/discard`);
  });
});
