import { origin } from "../bench/parley.ts";
import { end } from "../bench/processes.ts";
import { onStage } from "../bench/stage.ts";
import { type Killable, type KillRound, killRound } from "./kill-round.ts";
import { compareStore, Ledger } from "./ledger.ts";
import { reportFaults } from "./report.ts";

/**
 * `node dist/lab/faults/kills.js [kills]`: kills a process that answers several visitors with SIGKILL at random moments, and restarts it
 * each time. A second message is pending behind each answer. Compares the acknowledged messages with the stored ones, over HTTP and SQL.
 */
const turnsAtOnce = 8;
/** Longer than an answer takes, so that some kills come after the end. */
const longestWaitMs = 2_600;

type Sums = Omit<KillRound, "problems" | "settledMs">;

async function run(kills: number) {
  const ledger = new Ledger();
  const sums: Sums = { unanswered: 0, acknowledged: 0, streaming: 0, over: 0, waiting: 0, answered: 0, retryable: 0 };
  const settled: number[] = [];
  const problems: string[] = [];
  return onStage({ model: { firstMs: 100, tokenMs: 12, tokens: 150 } }, async (stage) => {
    let parley = await stage.start();
    const server: Killable = {
      api: () => parley.api,
      kill: () => end(parley.child, "SIGKILL"),
      async restart() {
        parley = await stage.start();
      },
    };
    const { tenantId } = await stage.shop();
    for (let done = 0; done < kills; done += 1) {
      const afterMs = 20 + Math.random() * longestWaitMs;
      const round = await killRound(server, { ledger, tenantId, origin, turns: turnsAtOnce, afterMs });
      for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += round[name];
      settled.push(round.settledMs);
      problems.push(...round.problems);
      process.stderr.write(`${JSON.stringify({ kill: done + 1, afterMs: Math.round(afterMs), ...round })}\n`);
    }
    problems.push(...(await compareStore(stage.services.superuserUrl, ledger.acknowledged)));
    settled.sort((a, b) => a - b);
    const settledMs = { p50: settled[Math.floor(settled.length / 2)], most: settled.at(-1) };
    return { kills, messages: ledger.sendings.length, ...sums, settledMs, problems };
  });
}

await reportFaults(run, 25);
