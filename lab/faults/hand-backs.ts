import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openSession, origin, sendMessage } from "../bench/parley.ts";
import { onStage } from "../bench/stage.ts";
import { compareHistory, compareStore, Ledger, readHistory } from "./ledger.ts";
import { endedProcesses, reportFaults } from "./report.ts";

/**
 * `node dist/lab/faults/hand-backs.js [messages]`: visitors write at random moments around a return to AI, to two processes. Counts
 * messages without an answer or with two.
 */
const messagesARound = 4;
const roundsAtOnce = 6;
/** The messages are spread over this time; the return to AI comes within its first half. */
const spreadMs = 120;
/** A message must be answered, or its turn must have ended visibly, within this time. */
const settleLimitMs = 30_000;

interface Round {
  ledger: Ledger;
  apis: string[];
  shop: { tenantId: string; apiKey: string };
}

async function run(messages: number) {
  const ledger = new Ledger();
  const problems: string[] = [];
  return onStage({ model: { firstMs: 10, tokenMs: 2, tokens: 20 } }, async (stage) => {
    await stage.start();
    await stage.start({ ROLE: "api" });
    const shop = await stage.shop();
    const apis = stage.servers.map(({ api }) => api);
    const rounds = async () => {
      while (ledger.sendings.length < messages) problems.push(...(await handBackRound({ ledger, apis, shop })));
    };
    await Promise.all(Array.from({ length: roundsAtOnce }, rounds));
    problems.push(...(await compareStore(stage.services.superuserUrl, ledger.acknowledged)), ...endedProcesses(stage));
    return { messages: ledger.sendings.length, acknowledged: ledger.acknowledged.length, problems };
  });
}

/** An agent takes over a ticket, writes a message and returns it to AI, while the visitor continues to write. */
async function handBackRound({ ledger, apis, shop }: Round): Promise<string[]> {
  const [first = "", last = first] = apis;
  const session = await openSession(first, shop.tenantId);
  const ticket = `${last}/admin/tickets/${session.ticketId}`;
  const act = (verb: string, body: object) =>
    fetch(`${ticket}/${verb}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${shop.apiKey}` },
      body: JSON.stringify(body),
    });
  await act("take", {});
  await act("messages", { content: "I am looking into it." });
  const mine = Array.from({ length: messagesARound }, (_, index) => {
    const content = `How do I repair kite model ${ledger.sendings.length}-${index}?`;
    return ledger.note({ session, messageId: randomUUID(), content });
  });
  const sending = mine.map(async (each, index) => {
    await sleep(Math.random() * spreadMs);
    const answer = await sendMessage(index % 2 === 0 ? first : last, session, each);
    each.isAcknowledged = answer.ok;
    await answer.text();
  });
  await sleep((Math.random() * spreadMs) / 2);
  const back = await act("hand-back", {});
  await Promise.all(sending);
  const from = Date.now();
  let history = await readHistory(first, origin, session);
  while (history.active_turn !== null && Date.now() - from < settleLimitMs) {
    await sleep(50);
    history = await readHistory(first, origin, session);
  }
  // Read again: the answer may have been stored between reading the messages and reading the turn.
  history = await readHistory(first, origin, session);
  return [
    ...(back.ok ? [] : [`a hand-back answered ${back.status}`]),
    ...compareHistory(mine, history),
    ...(history.messages.at(-1)?.role === "assistant" ? [] : ["the visitor's last words have no answer"]),
  ];
}

await reportFaults(run, 1_000);
