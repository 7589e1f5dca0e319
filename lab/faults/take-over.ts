import { origin } from "../bench/parley.ts";
import { onStage } from "../bench/stage.ts";
import { reportFaults } from "./report.ts";
import { type TakeOver, type TakeOverDesk, takeOverRound } from "./take-over-round.ts";

/**
 * `node dist/lab/faults/take-over.js [rounds]`: an agent takes over tickets at random moments of their answers, on another process than the
 * visitor's. Counts events that the assistant sent or stored afterwards.
 */
const ticketsAtOnce = 12;
const answerTokens = 60;
const tokenMs = 4;

interface Tally {
  rounds: number;
  moments: Record<TakeOver["moment"], number>;
  problems: string[];
}

async function run(rounds: number): Promise<Tally> {
  const tally: Tally = { rounds: 0, moments: { before: 0, streaming: 0, after: 0 }, problems: [] };
  return onStage({ model: { firstMs: 20, tokenMs, tokens: answerTokens } }, async (stage) => {
    await stage.start();
    await stage.start({ ROLE: "api" });
    const shop = await stage.shop();
    const desk: TakeOverDesk = { apis: stage.servers.map(({ api }) => api), origin, ...shop };
    const agent = async () => {
      while (tally.rounds < rounds) {
        tally.rounds += 1;
        const question = `How do I repair kite model ${tally.rounds}?`;
        const { moment, problems } = await takeOverRound(desk, { question, ...someMoment() });
        tally.moments[moment] += 1;
        tally.problems.push(...problems);
      }
    };
    await Promise.all(Array.from({ length: ticketsAtOnce }, agent));
    return tally;
  });
}

/** Mostly while the answer streams, sometimes before its first token or at its end. */
function someMoment(): { tokens: number; delayMs: number } {
  const dice = Math.random();
  if (dice < 0.15) return { tokens: 1, delayMs: Math.random() * 150 };
  if (dice < 0.4) return { tokens: answerTokens / 6 - Math.floor(Math.random() * 3), delayMs: 10_000 };
  return { tokens: 1 + Math.floor((Math.random() * answerTokens) / 6), delayMs: 10_000 };
}

await reportFaults(run, 1_000);
