import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { documentListResponseSchema } from "../../../protocol/admin-documents.ts";
import { type GateResult, type GateRunView, gateResultsSchema, gateRunAnswerSchema } from "../../../protocol/gate.ts";
import { releaseSchema } from "../../../protocol/releases.ts";
import { readConfig } from "../../../server/config.ts";
import { startServer } from "../../../server/main.ts";
import { createTenant } from "../../../server/tenants/create-tenant.ts";
import { operator } from "../../../server/tenants/deps.ts";
import { openSession, origin } from "../parley.ts";
import { edited, readSets } from "./sets.ts";

/**
 * `node dist/scripts/bench/gate/main.js --data DIR`: how long it takes to try a release on the last real questions, on the embedded
 * default with vectors and without a model key, and what it finds. `DIR` holds doc2dial as its README says.
 */
const { values } = parseArgs({
  options: {
    data: { type: "string" },
    questions: { type: "string", default: "200" },
    changed: { type: "string", default: "10" },
  },
});
if (values.data === undefined) throw new Error("Say where the data are: --data DIR");
const sets = await readSets(values.data, { domain: "dmv", questions: Number(values.questions) });
const changed = sets.documents.slice(0, Number(values.changed));

const folder = await mkdtemp(join(tmpdir(), "parley-gate-"));
const unlimited = {
  RATE_LIMIT_CALLS_PER_MINUTE: "0",
  RATE_LIMIT_INIT_PER_MINUTE: "0",
  RATE_LIMIT_MESSAGES_PER_MINUTE: "0",
};
const server = await startServer(readConfig({ DATA_DIR: folder, PORT: "0", LOG_LEVEL: "error", ...unlimited }));
const api = `${server.url}/api/v1`;
try {
  const shop = await createTenant(server.ctx.http.tenants, operator, { name: "Shop", origins: [origin] });
  const admin = adminOf(shop.api_key);
  await publishAll(admin);
  for (const question of sets.questions) await ask(shop.tenant_id, question);
  const drafting = performance.now();
  const release = await draftAll(admin);
  const readMs = performance.now() - drafting;
  const started = performance.now();
  const spent = process.cpuUsage();
  const run = await tryIt(admin, release);
  const tookMs = performance.now() - started;
  const { user, system } = process.cpuUsage(spent);
  const cpuMs = (user + system) / 1_000;
  console.log(JSON.stringify(sumUp({ run, readMs, tookMs, cpuMs, results: await resultsOf(admin, release) }), null, 2));
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

type Admin = (method: string, path: string, body?: object) => Promise<unknown>;

function adminOf(key: string): Admin {
  return async (method, path, body) => {
    const response = await fetch(`${api}/admin/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
}

/** The documents, found by words and by meaning before anybody asks. */
async function publishAll(admin: Admin): Promise<void> {
  for (const { id, title, text } of sets.documents)
    await admin("POST", "documents", { source: `${id}.md`, title, content: text, format: "text" });
  for (;;) {
    const { items } = documentListResponseSchema.parse(await admin("GET", "documents?limit=100"));
    if (items.every(({ status }) => status === "ready")) return;
    await sleep(500);
  }
}

async function ask(tenantId: string, content: string): Promise<void> {
  const { token } = await openSession(api, tenantId);
  const response = await fetch(`${api}/chat/stream`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, authorization: `Bearer ${token}` },
    body: JSON.stringify({ message_id: randomUUID(), content }),
  });
  await response.text();
}

async function draftAll(admin: Admin): Promise<string> {
  let release: string | undefined;
  for (const [index, document] of changed.entries()) {
    const draft = {
      source: `${document.id}.md`,
      title: document.title,
      content: edited(document, index),
      format: "text",
    };
    const taken = await admin("POST", "documents", { ...draft, publish: false, ...(release ? { release } : {}) });
    release = z.object({ release: z.string() }).parse(taken).release;
  }
  if (release === undefined) throw new Error("no document was changed");
  while (!releaseSchema.parse(await admin("GET", `releases/${release}`)).is_ready) await sleep(200);
  return release;
}

async function tryIt(admin: Admin, release: string): Promise<GateRunView> {
  await admin("POST", `releases/${release}/run`, { questions: sets.questions.length });
  for (;;) {
    const { run } = gateRunAnswerSchema.parse(await admin("GET", `releases/${release}/run`));
    if (run && run.state !== "queued" && run.state !== "running") return run;
    await sleep(250);
  }
}

async function resultsOf(admin: Admin, release: string): Promise<GateResult[]> {
  const all: GateResult[] = [];
  for (let cursor: string | null = "0"; cursor !== null; ) {
    const page: z.infer<typeof gateResultsSchema> = gateResultsSchema.parse(
      await admin("GET", `releases/${release}/run/results?limit=100&cursor=${cursor}`),
    );
    all.push(...page.items);
    cursor = page.next_cursor;
  }
  return all;
}

interface Measured {
  run: GateRunView;
  readMs: number;
  tookMs: number;
  /** Of all threads of the process: what it would take on a machine that has nothing else to do is between this and half of it. */
  cpuMs: number;
  results: GateResult[];
}

/** What came of it, and how much grades move by themselves: those of equal answers that rest on nothing that has changed. */
function sumUp({ run, readMs, tookMs, cpuMs, results }: Measured) {
  const titles = new Set(changed.map(({ title }) => title));
  const cites = ({ before, after }: GateResult) =>
    [...before.citations, ...after.citations].some(({ title }) => titles.has(title));
  const untouched = results.filter((result) => !cites(result));
  const moved = untouched
    .filter(
      ({ before, after }) =>
        before.answer === after.answer && before.outcome === "answered" && after.outcome === "answered",
    )
    .map(({ before, after }) => Math.abs((after.grade?.score ?? 0) - (before.grade?.score ?? 0)))
    .sort((one, other) => one - other);
  const at = (share: number) => moved[Math.min(moved.length - 1, Math.floor(moved.length * share))] ?? 0;
  return {
    state: run.state,
    documents: sets.documents.length,
    changed: changed.length,
    questions: run.questions,
    seconds_to_read_drafts: Math.round(readMs / 100) / 10,
    seconds: Math.round(tookMs / 100) / 10,
    cpu_seconds: Math.round(cpuMs / 100) / 10,
    verdicts: run.verdicts,
    before: run.before,
    after: run.after,
    rest_on_changed: results.length - untouched.length,
    worse_or_better_elsewhere: untouched.filter(({ verdict }) => verdict === "worse" || verdict === "better").length,
    grades_that_move_by_themselves: { answers: moved.length, median: at(0.5), p95: at(0.95), most: moved.at(-1) ?? 0 },
    load: loadavg()[0],
  };
}
