import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chanceOf } from "../../../scripts/setup/test-chance.mjs";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { openBackend, type TestBackend } from "../../test/support/backends.ts";
import { seedTwoTenants } from "../../test/support/database.ts";
import { anAgent, createTurnRig, type TurnRig } from "../../test/support/turns.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { handBackTicket } from "../desk/hand-back.ts";
import { sendHint } from "../desk/hint.ts";
import { resolveTicket } from "../desk/resolve.ts";
import { endTicket, replyToTicket, takeTicket } from "../desk/verbs.ts";
import { TurnRunner } from "../turns/runner.ts";

const chance = chanceOf("moments of pending messages");

/** Rounds of returns to AI with messages in between; PARLEY_TEST_RACES=1000 for a long run. */
const rounds = Number(process.env.PARLEY_TEST_RACES ?? 12);

let backend: TestBackend;
let db: Database;
let rig: TurnRig;
let a: string;
const others: TurnRunner[] = [];

beforeAll(async () => {
  backend = await openBackend();
  ({ db } = backend);
  a = (await seedTwoTenants(db)).a;
  rig = createTurnRig(db, backend.hub);
}, 60_000);
afterAll(async () => {
  for (const runner of [rig.turns, ...others]) await runner.drain(0);
  await backend.close();
});
beforeEach(() => {
  rig.script.words = ["You", " can", " [1]."];
  rig.script.score = 0.9;
  delete rig.script.beforeAnswer;
  delete rig.script.betweenWords;
});

/** Another process on the same database. */
function anotherProcess(more: Partial<TurnRig["deps"]> = {}): TurnRunner {
  const runner = new TurnRunner({ ...rig.deps, ...more, holder: `other-${others.length}` });
  others.push(runner);
  return runner;
}

const target = (ticketId: string) => ({ tenantId: a, ticketId, ...anAgent() });
const say = (ticketId: string, content: string, by = rig.turns) =>
  by.send({ tenantId: a, ticketId, messageId: newId(), content });

async function rowsOf<Row extends object>(sql: string, ticketId: string): Promise<Row[]> {
  return (await withTenant(db, a, (tx) => tx.query(sql, [ticketId]))).rows as Row[];
}
const isIdle = async (ticketId: string) =>
  (await rowsOf("select 1 from turns where ticket_id = $1 and status = 'running'", ticketId)).length === 0;
/** Each message of the visitor with the status of its turn, or with its addressee. */
const fates = async (ticketId: string) =>
  (
    await rowsOf<{ content: string; fate: string }>(
      `select m.content, coalesce(t.status, m.addressee) as fate from messages m left join turns t on t.id = m.turn_id
        where m.ticket_id = $1 and m.role = 'visitor' order by m.sequence`,
      ticketId,
    )
  ).map(({ content, fate }) => `${content} ${fate}`);
const loseProcess = (ticketId: string) =>
  withTenant(db, a, (tx) =>
    tx.query(
      "update turns set lease_holder = 'dead', lease_expires_at = now() - interval '1 second' where ticket_id = $1 and status = 'running'",
      [ticketId],
    ),
  );
const answers = async (ticketId: string) =>
  (await rig.history(a, ticketId)).messages.filter(({ role }) => role === "assistant").length;

describe("a message that waits while its ticket's turn is at work", () => {
  it("is answered with the first when the process dies", async () => {
    const ticketId = await rig.openTicket(a);
    let isAnswering = false;
    rig.script.beforeAnswer = () => {
      isAnswering = true;
      return new Promise(() => {});
    };
    await say(ticketId, "First?");
    await say(ticketId, "Second?");
    await waitFor(async () => isAnswering);
    await loseProcess(ticketId);
    delete rig.script.beforeAnswer;
    await anotherProcess().startSweep();
    await waitFor(() => isIdle(ticketId));
    expect(await fates(ticketId)).toEqual(["First? done", "Second? done"]);
    expect(await answers(ticketId)).toBe(1);
  });

  it("is found by the sweep when nothing points at it any more", async () => {
    const ticketId = await rig.openTicket(a);
    await rig.ask(a, ticketId, "First?");
    await withTenant(db, a, (tx) =>
      tx.query("update messages set turn_id = null where ticket_id = $1 and role = 'visitor'", [ticketId]),
    );
    await anotherProcess().startSweep();
    await waitFor(async () => (await answers(ticketId)) === 2);
    expect(await fates(ticketId)).toEqual(["First? done"]);
  });

  it("is answered although a process of the version before took it in, which names no addressee", async () => {
    const ticketId = await rig.openTicket(a);
    rig.script.beforeAnswer = async () => {
      delete rig.script.beforeAnswer;
      await withTenant(db, a, async (tx) => {
        await tx.query("update tickets set last_sequence = last_sequence + 1 where id = $1", [ticketId]);
        await tx.query(
          `insert into messages (tenant_id, id, ticket_id, sequence, role, content)
           select $1, $2, id, last_sequence, 'visitor', 'Second?' from tickets where id = $3`,
          [a, newId(), ticketId],
        );
      });
    };
    await say(ticketId, "First?");
    await waitFor(async () => (await fates(ticketId)).every((fate) => fate.endsWith("done")));
    expect(await fates(ticketId)).toEqual(["First? done", "Second? done"]);
  });

  it("is a person's when the turn ends with one", async () => {
    const ticketId = await rig.openTicket(a);
    rig.script.score = 0.2;
    rig.script.beforeAnswer = async () => {
      delete rig.script.beforeAnswer;
      await say(ticketId, "Second?");
    };
    await say(ticketId, "First?");
    await waitFor(() => isIdle(ticketId));
    expect(await fates(ticketId)).toEqual(["First? escalated", "Second? human"]);
  });
});

describe("a hand-back", () => {
  it("has the assistant answer what a person overtook and nobody answered", async () => {
    const ticketId = await rig.openTicket(a);
    rig.script.betweenWords = async () => {
      delete rig.script.betweenWords;
      await takeTicket(rig.desk, target(ticketId));
    };
    await rig.ask(a, ticketId, "First?");
    expect(await fates(ticketId)).toEqual(["First? cancelled"]);
    await handBackTicket(rig.desk, target(ticketId));
    await waitFor(async () => (await answers(ticketId)) === 1);
    expect(await fates(ticketId)).toEqual(["First? done"]);
  });

  it("leaves no message that comes around it without an answer", async () => {
    const process = anotherProcess();
    for (let round = 0; round < rounds; round++) {
      const ticketId = await rig.openTicket(a);
      await takeTicket(rig.desk, target(ticketId));
      await replyToTicket(rig.desk, target(ticketId), { content: "I am looking into it." });
      const sending = Array.from({ length: 4 }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, chance() * 30));
        await say(ticketId, `Question ${index}?`, index % 2 === 0 ? rig.turns : process);
      });
      await new Promise((resolve) => setTimeout(resolve, chance() * 15));
      await handBackTicket(rig.desk, target(ticketId));
      await Promise.all(sending);
      await waitFor(() => isIdle(ticketId));
      expect((await fates(ticketId)).map((fate) => fate.split(" ").at(-1))).toEqual(["done", "done", "done", "done"]);
      const turns = await rowsOf(
        "select distinct turn_id from messages where ticket_id = $1 and role = 'visitor'",
        ticketId,
      );
      expect(await answers(ticketId)).toBe(turns.length);
    }
  }, 600_000);
});

it("a hint takes up what the visitor said since, and gives it back to the people when it comes to nothing", async () => {
  const ticketId = await rig.openTicket(a);
  rig.script.score = 0.2;
  await rig.ask(a, ticketId, "How long?");
  await rig.ask(a, ticketId, "The blue one.");
  await sendHint(rig.desk, target(ticketId), "Look at page two.");
  await waitFor(() => isIdle(ticketId));
  expect(await fates(ticketId)).toEqual(["How long? escalated", "The blue one. human"]);
  rig.script.score = 0.9;
  await sendHint(rig.desk, target(ticketId), "Look at page three.");
  await waitFor(() => isIdle(ticketId));
  expect(await fates(ticketId)).toEqual(["How long? escalated", "The blue one. done"]);
});

describe("a resolution", () => {
  it("is opened anew by what the visitor wrote while it was carried out", async () => {
    const ticketId = await rig.openTicket(a);
    rig.script.score = 0.2;
    await rig.ask(a, ticketId, "How long?");
    rig.script.score = 0.9;
    const { assistant } = rig.deps;
    rig.deps.assistant = {
      ...assistant,
      resumeTurn: async (input) => {
        await say(ticketId, "And the red one?");
        return assistant.resumeTurn(input);
      },
    };
    await resolveTicket(rig.desk, target(ticketId), { answer: "Five years.", saveAsSnippet: false }).finally(() => {
      rig.deps.assistant = assistant;
    });
    await waitFor(() => isIdle(ticketId));
    expect(await fates(ticketId)).toEqual(["How long? escalated", "And the red one? done"]);
    expect((await rig.history(a, ticketId)).ticket).toMatchObject({ status: "open", owner: "assistant" });
  });

  it("reaches the visitor although the paused thread cannot be read, and so does what comes after it", async () => {
    const ticketId = await rig.openTicket(a);
    rig.script.score = 0.2;
    await rig.ask(a, ticketId, "How long?");
    await withTenant(db, a, (tx) =>
      tx.query('update langgraph.checkpoints set checkpoint = \'{"v": "broken"}\' where ticket_id = $1', [ticketId]),
    );
    await resolveTicket(rig.desk, target(ticketId), { answer: "Five years.", saveAsSnippet: false });
    expect((await rig.history(a, ticketId)).messages.at(-1)).toMatchObject({ role: "agent", content: "Five years." });
    rig.script.score = 0.9;
    await rig.ask(a, ticketId, "And the red one?");
    expect((await rig.history(a, ticketId)).messages.at(-1)).toMatchObject({
      role: "assistant",
      grade: { score: 0.9 },
    });
  });
});

describe("a turn", () => {
  const stall = () => {
    rig.script.betweenWords = () => new Promise(() => {});
  };

  it("cannot open a conversation again that its visitor has ended", async () => {
    const ticketId = await rig.openTicket(a);
    rig.script.score = 0.2;
    rig.script.beforeAnswer = async () => {
      delete rig.script.beforeAnswer;
      await endTicket(rig.desk, { tenantId: a, ticketId });
    };
    const events = await rig.ask(a, ticketId, "How long?");
    expect(events.filter(({ type }) => type !== "status").map(({ type }) => type)).toEqual([
      "message",
      "owner",
      "cancel",
      "end",
    ]);
    expect((await rig.history(a, ticketId)).ticket).toMatchObject({ status: "closed" });
    expect(await answers(ticketId)).toBe(0);
  });

  it("that takes too long ends as an error that can be tried again", async () => {
    const ticketId = await rig.openTicket(a);
    stall();
    const message = { tenantId: a, ticketId, messageId: newId(), content: "How long?" };
    await anotherProcess({ turnTimeoutMs: 50 }).send(message);
    await waitFor(() => isIdle(ticketId));
    expect((await rig.stored(a, ticketId)).slice(-2)).toMatchObject([
      { type: "error", payload: { code: "timeout", error_type: "timeout" } },
      { type: "end" },
    ]);
    delete rig.script.betweenWords;
    await rig.ask(a, ticketId, message.content, message.messageId);
    expect(await fates(ticketId)).toEqual(["How long? done"]);
  });

  it("that a deployment cuts ends as an error that can be tried again", async () => {
    const ticketId = await rig.openTicket(a);
    const leaving = anotherProcess();
    stall();
    const message = { tenantId: a, ticketId, messageId: newId(), content: "How long?" };
    await leaving.send(message);
    await waitFor(() => leaving.active === 1);
    await leaving.drain(0);
    const told = (await rig.stored(a, ticketId)).slice(-2);
    expect(told).toMatchObject([
      { type: "error", payload: { code: "interrupted", error_type: "recoverable" } },
      { type: "end" },
    ]);
    delete rig.script.betweenWords;
    await rig.ask(a, ticketId, message.content, message.messageId);
    expect(await fates(ticketId)).toEqual(["How long? done"]);
  });
});

describe("the id of a message", () => {
  it("is the visitor's own: another visitor may use the same one", async () => {
    const [first, second] = [await rig.openTicket(a), await rig.openTicket(a)];
    const id = newId();
    await rig.ask(a, first, "Mine?", id);
    await rig.ask(a, second, "Something else?", id);
    for (const [ticketId, content] of [
      [first, "Mine?"],
      [second, "Something else?"],
    ] as const)
      expect((await rig.history(a, ticketId)).messages[0]).toMatchObject({ id, content });
    await expect(rig.ask(a, first, "Other text", id)).rejects.toMatchObject({ code: "message_conflict" });
  });
});
