import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { toUrl } from "../../server/core/text/parse-url.ts";
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
import { compareHistory, compareStore, Ledger, readHistory } from "./ledger.ts";
import { reportFaults } from "./report.ts";

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
  const services = await startServices();
  const folder = await mkdtemp(join(tmpdir(), "parley-faults-"));
  const model = await startModel({ firstMs: 10, tokenMs: 2, tokens: 20 });
  const env = environment(services, join(folder, "data"), model.url);
  const servers: Parley[] = [];
  const ledger = new Ledger();
  const problems: string[] = [];
  try {
    servers.push(await startParley(env));
    servers.push(await startParley({ ...env, ROLE: "api" }));
    const shop = await createShop(env, join(folder, "docs"));
    const apis = servers.map(({ api }) => api);
    const rounds = async () => {
      while (ledger.sendings.length < messages) problems.push(...(await handBackRound({ ledger, apis, shop })));
    };
    await Promise.all(Array.from({ length: roundsAtOnce }, rounds));
    const superuser = toUrl(services.migrationUrl);
    superuser.username = "postgres";
    problems.push(...(await compareStore(superuser.href, ledger.acknowledged)));
    const exits = servers.filter(({ child }) => child.exitCode !== null).length;
    if (exits > 0) problems.push(`${exits} processes ended`);
    return { messages: ledger.sendings.length, acknowledged: ledger.acknowledged.length, problems };
  } finally {
    for (const server of servers) await end(server.child, "SIGTERM");
    await end(model.child, "SIGTERM");
    await services.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** An agent takes over a ticket, writes a message and returns it to AI, while the visitor continues to write. */
async function handBackRound({ ledger, apis, shop }: Round): Promise<string[]> {
  const [first = "", last = first] = apis;
  const session = await openSession(first, shop.tenantId, origin);
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
    const answer = await send(index % 2 === 0 ? first : last, session, each);
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

function send(api: string, session: Session, { messageId, content }: { messageId: string; content: string }) {
  return fetch(`${api}/chat/stream`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, authorization: `Bearer ${session.token}` },
    body: JSON.stringify({ message_id: messageId, content }),
  });
}

await reportFaults(run, 1_000);
