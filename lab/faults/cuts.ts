import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { storedEventTypes } from "../../protocol/events.ts";
import {
  createShop,
  environment,
  openSession,
  origin,
  type Parley,
  type Session,
  startModel,
  startParley,
} from "../bench/parley.ts";
import { end } from "../bench/processes.ts";
import { startServices } from "../bench/services.ts";
import { openFeed } from "./feed.ts";
import { LogRecorder } from "./log-recorder.ts";
import { reportFaults } from "./report.ts";

/**
 * `node dist/lab/faults/cuts.js [cuts]`: cuts readers' connections at random moments of an answer; they reconnect to either of two
 * processes on one PostgreSQL and Redis. Counts missing and duplicate events, and answers whose streamed text differs from the stored one.
 */
const visitorsAtOnce = 6;
/** A connection is cut after a random number of events up to this, or after this many ms, whichever comes first. */
const mostEvents = 12;
const longestLifeMs = 3_000;
const turnTimeoutMs = 60_000;

interface Tally {
  cuts: number;
  turns: number;
  problems: string[];
  resets: number;
  different: number;
  withoutAnswer: number;
  /** Answers that ended before their reader first connected: it receives them complete, without tokens. */
  whole: number;
}

async function askAndCut(servers: Parley[], session: Session, tally: Tally): Promise<void> {
  tally.turns += 1;
  const some = () => servers[Math.floor(Math.random() * servers.length)]?.api ?? "";
  const recorder = new LogRecorder(0, storedEventTypes);
  const deadline = Date.now() + turnTimeoutMs;
  const sent = await fetch(`${some()}/chat/stream`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, authorization: `Bearer ${session.token}` },
    body: JSON.stringify({ message_id: randomUUID(), content: `How do I repair kite model ${tally.turns}?` }),
  });
  await sent.body?.cancel();
  while (recorder.turns.length === 0 && Date.now() < deadline) {
    let left = Math.ceil(Math.random() * mostEvents);
    const onEvent = () => {
      left -= 1;
      if (left === 0) feed.cut();
    };
    const feed = openFeed(some(), { token: session.token, origin }, { recorder, onEvent });
    await Promise.race([feed.over, sleep(Math.random() * longestLifeMs)]);
    feed.cut();
    await feed.over;
    tally.cuts += 1;
  }
  tally.problems.push(...recorder.problems);
  tally.resets += recorder.resets.length;
  const [turnId] = recorder.turns;
  const { streamed, stored } = recorder.textsOf(turnId ?? "");
  if (stored === undefined) {
    tally.withoutAnswer += 1;
    tally.problems.push("a visitor got no answer");
  } else if (streamed === "") tally.whole += 1;
  else if (streamed !== stored) {
    tally.different += 1;
    tally.problems.push("the streamed text is not the stored one");
    if (tally.different <= 3) process.stderr.write(`${JSON.stringify({ streamed, stored })}\n`);
  }
}

async function run(cuts: number): Promise<Tally> {
  const services = await startServices();
  const folder = await mkdtemp(join(tmpdir(), "parley-faults-"));
  const model = await startModel({ firstMs: 30, tokenMs: 8, tokens: 150 });
  const env = environment(services, join(folder, "data"), model.url);
  const servers: Parley[] = [];
  const tally: Tally = { cuts: 0, turns: 0, problems: [], resets: 0, different: 0, withoutAnswer: 0, whole: 0 };
  try {
    servers.push(await startParley(env));
    servers.push(await startParley({ ...env, ROLE: "api" }));
    const shop = await createShop(env, join(folder, "docs"));
    const visitor = async () => {
      while (tally.cuts < cuts)
        await askAndCut(servers, await openSession(servers[0]?.api ?? "", shop.tenantId), tally);
    };
    await Promise.all(Array.from({ length: visitorsAtOnce }, visitor));
    return tally;
  } finally {
    for (const server of servers) await end(server.child, "SIGTERM");
    await end(model.child, "SIGTERM");
    await services.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await reportFaults(run, 1_000);
