import { setTimeout as sleep } from "node:timers/promises";
import { storedEventTypes } from "../../protocol/events.ts";
import { openSession, origin, type Parley, type Session, sendMessage } from "../bench/parley.ts";
import { onStage } from "../bench/stage.ts";
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
  const sent = await sendMessage(some(), session, { content: `How do I repair kite model ${tally.turns}?` });
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
  const tally: Tally = { cuts: 0, turns: 0, problems: [], resets: 0, different: 0, withoutAnswer: 0, whole: 0 };
  return onStage({ model: { firstMs: 30, tokenMs: 8, tokens: 150 } }, async (stage) => {
    const { api } = await stage.start();
    await stage.start({ ROLE: "api" });
    const shop = await stage.shop();
    const visitor = async () => {
      while (tally.cuts < cuts) await askAndCut(stage.servers, await openSession(api, shop.tenantId), tally);
    };
    await Promise.all(Array.from({ length: visitorsAtOnce }, visitor));
    return tally;
  });
}

await reportFaults(run, 1_000);
