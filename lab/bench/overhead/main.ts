import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { environment, startModel } from "../parley.ts";
import { end, freePort, untilListening } from "../processes.ts";
import { onStage, runProgram, type Stage } from "../stage.ts";
import { cpuMsOf, memoryMbOf, quantile } from "./cpu.ts";
import { type Answer, type Asks, createAsks, inParallel, type Post, post } from "./load.ts";

/**
 * `node dist/lab/bench/overhead/main.js [concurrency...]`: measures the time that Parley adds to a scripted model (50 ms to the first
 * token, 2 ms a token, 200 tokens), compared with a bare Express pass-through of the same model in the same run; on PostgreSQL and Redis of
 * this machine.
 */
const slow = { firstMs: 50, tokenMs: 2, tokens: 200 };
const fast = { firstMs: 0, tokenMs: 0, tokens: 200 };
const answersAt: Record<number, number> = { 1: 30, 16: 320, 64: 512, 256: 768 };

interface Row {
  what: string;
  at: number;
  added_p50_ms: number;
  added_p95_ms: number;
  cpu_ms: number;
  answers_s: number;
}

/** Measures all concurrency levels and prints one table. */
async function measureOverhead(stage: Stage, widths: number[]): Promise<void> {
  const { services } = stage;
  process.stdout.write(
    `${services.pgvector ? `with pgvector ${services.pgvector}` : "without pgvector and vectors"}\n`,
  );
  const rows: Row[] = [];
  for (const [name, script] of [
    ["50 ms + 2 ms per token", slow],
    ["as fast as possible", fast],
  ] as const) {
    const model = await startModel(script);
    stage.atEnd(() => end(model.child, "SIGTERM"));
    const bare = await startPassThrough(model.url);
    stage.atEnd(() => end(bare.child, "SIGTERM"));
    const parley = await startMeasured(stage, model.url);
    await compare({ rows, name, widths, firstMs: script.firstMs, bare, parley });
    if (script === fast) {
      const repeat = { pid: parley.pid, firstMs: 0, asks: await parley.asks.repeats(320) };
      rows.push(await measure("parley, cached answer", 16, { ...repeat, mark: '"cached":true' }));
      await compareWithGet(await parley.asks.repeats(100), services.redisUrl);
      process.stdout.write(`${JSON.stringify({ memory_mb: memoryMbOf(parley.pid) })}\n`);
    }
    for (const running of [bare.child, parley.child]) await end(running, "SIGTERM");
  }
  print(rows);
}

interface Measured {
  child: ChildProcess;
  pid: number;
}

/** Measures both servers at every concurrency level, one after the other. */
async function compare(run: {
  rows: Row[];
  name: string;
  widths: number[];
  firstMs: number;
  bare: Measured & { port: number };
  parley: Measured & { asks: Asks };
}): Promise<void> {
  const { rows, name, firstMs, bare, parley } = run;
  // The first answers compile the code, so they are not measured.
  await inParallel(await parley.asks.fresh(countAt(16)), 16, (ask) => post(ask, "event: token"));
  await inParallel(bareAsks(bare.port, 16), 16, (ask) => post(ask, '"content":'));
  for (const at of run.widths) {
    rows.push(await measure(`pass-through, ${name}`, at, { pid: bare.pid, firstMs, asks: bareAsks(bare.port, at) }));
    const asks = await parley.asks.fresh(countAt(at));
    rows.push(await measure(`parley, ${name}`, at, { pid: parley.pid, firstMs, asks }));
  }
}

async function measure(
  what: string,
  at: number,
  run: { pid: number; firstMs: number; asks: Post[]; mark?: string },
): Promise<Row> {
  const before = cpuMsOf(run.pid);
  const from = performance.now();
  const answers: Answer[] = await inParallel(run.asks, at, (ask) =>
    post(ask, run.mark ?? (what.startsWith("parley") ? "event: token" : '"content":')),
  );
  const seconds = (performance.now() - from) / 1000;
  await sleep(300); // what an answer leaves to do after its end belongs to it
  const firsts = answers.map((answer) => answer.firstTokenMs - run.firstMs);
  const missing = firsts.filter(Number.isNaN).length;
  if (missing > 0)
    process.stderr.write(
      `${what} at ${at}: ${missing} answers without a token\n${answers.find((a) => Number.isNaN(a.firstTokenMs))?.text.slice(0, 1500)}\n`,
    );
  const row = {
    what,
    at,
    added_p50_ms: quantile(firsts, 0.5),
    added_p95_ms: quantile(firsts, 0.95),
    cpu_ms: (cpuMsOf(run.pid) - before) / answers.length,
    answers_s: answers.length / seconds,
  };
  process.stderr.write(`${JSON.stringify(row)}\n`);
  return row;
}

/** Alternates one cached answer and one bare Redis GET of the same number of bytes. */
async function compareWithGet(asks: Post[], redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl);
  const answers = await inParallel(asks, 1, (ask) => post(ask, '"cached":true'));
  await redis.set("bench", "x".repeat(answers[0]?.text.length ?? 0));
  const gets = await inParallel(asks, 1, async () => {
    const from = performance.now();
    await redis.get("bench");
    return performance.now() - from;
  });
  redis.disconnect();
  const whole = answers.map((answer) => answer.totalMs);
  const figures = {
    cached_p50_ms: quantile(whole, 0.5),
    cached_p95_ms: quantile(whole, 0.95),
    get_p50_ms: quantile(gets, 0.5),
  };
  process.stdout.write(`${JSON.stringify({ ...figures, ratio: figures.cached_p50_ms / figures.get_p50_ms })}\n`);
}

function countAt(at: number): number {
  return answersAt[at] ?? at * 4;
}

function bareAsks(port: number, at: number): Post[] {
  return Array.from({ length: countAt(at) }, () => ({ url: `http://127.0.0.1:${port}/stream`, body: {} }));
}

async function startMeasured(stage: Stage, model: string) {
  const folder = join(stage.folder, String(stage.servers.length));
  stage.env = { ...environment(stage.services, folder, model), MAX_ACTIVE_TURNS: "300" };
  const parley = await stage.start();
  const shop = await stage.shop();
  await untilJobsAreDone(stage);
  return { ...parley, asks: createAsks(parley.api, shop.tenantId) };
}

/** Waits for the jobs that compute vectors of the shop and of the demo guide; these are not part of an answer. */
async function untilJobsAreDone(stage: Stage): Promise<void> {
  const client = await stage.admin();
  for (let open = 1; open > 0; await sleep(500)) {
    const { rows } = await client.query<{ open: number }>(
      "select count(*)::int as open from jobs where status not in ('done', 'failed')",
    );
    open = rows[0]?.open ?? 0;
  }
}

async function startPassThrough(model: string) {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, "pass-through.js"), String(port), model], {
    stdio: "inherit",
  });
  await untilListening(port);
  return { child, port, pid: child.pid ?? 0 };
}

function print(rows: Row[]): void {
  const lines = rows.map(
    (row) =>
      `| ${row.what} | ${row.at} | ${row.added_p50_ms.toFixed(1)} | ${row.added_p95_ms.toFixed(1)} | ${row.cpu_ms.toFixed(1)} | ${row.answers_s.toFixed(0)} |`,
  );
  process.stdout.write(
    [
      "| server | concurrent | added to first token p50, ms | p95, ms | CPU per answer, ms | answers/s |",
      "|---|---|---|---|---|---|",
      ...lines,
      "",
    ].join("\n"),
  );
}

const widths = process.argv.slice(2).map(Number);
await runProgram(() => onStage({}, (stage) => measureOverhead(stage, widths.length > 0 ? widths : [1, 16, 64, 256])));
