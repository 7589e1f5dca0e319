import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { quantile } from "../bench/overhead/cpu.ts";
import { onStage } from "../bench/stage.ts";
import {
  type Arrival,
  type BadReceiver,
  type Mood,
  startEmailReceiver,
  startWebhookReceiver,
} from "./bad-receivers.ts";
import { answerByEmail, callWebhook, makeWebhook, type ReceiverShop, type Told } from "./receiver-load.ts";
import { endedProcesses, reportFaults } from "./report.ts";

/**
 * `node dist/lab/faults/receivers.js [minutes]`: for an hour, one tenant's webhook and the e-mail server are down, never respond, reject
 * deliveries, or accept them without saying so, in turn minute by minute, while another tenant's receiver works. The clock is moved: each
 * step makes the database's due times a minute earlier. At the end all receivers work, and everything must have arrived.
 */
const moods: Mood[] = ["away", "lies", "slow", "refuses", "lies", "well"];
/** Moods of the e-mail server, shifted, so that the two receivers have different moods most of the time. */
const emailMoods: Mood[] = ["lies", "refuses", "away", "lies", "well", "slow"];
/** Real time of one minute of the moved clock, in ms. */
const stepMs = 1_500;
/** Most steps of one hour at the end, until nothing is waiting. */
const maxHours = 30;

interface Bad {
  hooks: BadReceiver;
  quietHooks: BadReceiver;
  mails: BadReceiver;
}

async function run(minutes: number) {
  const secrets = { bad: "", quiet: "" };
  const bad: Bad = {
    hooks: await startWebhookReceiver(() => secrets.bad),
    quietHooks: await startWebhookReceiver(() => secrets.quiet),
    mails: await startEmailReceiver(),
  };
  const env = {
    WEBHOOK_PRIVATE_HOSTS: "127.0.0.1",
    SMTP_URL: bad.mails.url,
    MAIL_FROM: "support@parley.example",
  };
  return onStage({ model: { firstMs: 10, tokenMs: 2, tokens: 20 }, env }, async (stage) => {
    for (const receiver of Object.values(bad)) stage.atEnd(() => receiver[Symbol.asyncDispose]());
    for (const ROLE of ["all", "worker"]) await stage.start({ ROLE });
    const superuser = await stage.admin();
    const make = async () => ({ api: stage.servers[0]?.api ?? "", ...(await stage.shop()) });
    const [shop, other] = [await make(), await make()];
    secrets.bad = await makeWebhook(shop, bad.hooks.url);
    secrets.quiet = await makeWebhook(other, bad.quietHooks.url);
    const quiet = await quietMinutes(other, bad, superuser);
    const hour = await badHour({ shop, other, minutes }, bad, superuser);
    const hoursAfter = await untilAllArrived(bad, superuser);
    const left = await leftOver(superuser);
    return { minutes, hoursAfter, ...compare({ quiet, ...hour }, bad, [...left, ...endedProcesses(stage)]) };
  });
}

/** Returns the figures and the problems. */
function compare({ quiet, told, others }: { quiet: Told[]; told: Told[]; others: Told[] }, bad: Bad, more: string[]) {
  const { hooks, quietHooks, mails } = bad;
  return {
    tickets: told.length,
    webhooks: counts(hooks.arrivals),
    mails: counts(mails.arrivals),
    turnMs: { quiet: spread(quiet.map(({ turnMs }) => turnMs)), meanwhile: spread(others.map(({ turnMs }) => turnMs)) },
    otherToldMs: {
      quiet: spread(quiet.map((each) => toldAfter(each, quietHooks))),
      meanwhile: spread(others.map((each) => toldAfter(each, quietHooks))),
    },
    problems: [
      ...compareHooks(hooks, told, others),
      ...compareHooks(quietHooks, others, told),
      ...compareEmails(told, mails),
      ...Object.values(bad).flatMap((receiver: BadReceiver) => receiver.problems),
      ...more,
    ],
  };
}

/** The other tenant's times while all receivers work, for comparison. */
async function quietMinutes(other: ReceiverShop, bad: Bad, superuser: pg.Client): Promise<Told[]> {
  const told: Told[] = [];
  for (let step = 0; step < 12; step += 1) {
    told.push(await callWebhook(other));
    await sleep(stepMs / 3);
  }
  await passTime(superuser, bad, "1 minute");
  await sleep(stepMs);
  if (bad.quietHooks.arrivals.length === 0) throw new Error("nothing arrives while everything is well");
  return told;
}

async function badHour(
  { shop, other, minutes }: { shop: ReceiverShop; other: ReceiverShop; minutes: number },
  bad: Bad,
  superuser: pg.Client,
) {
  const told: Told[] = [];
  const others: Told[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    bad.hooks.mood = moods[minute % moods.length] ?? "well";
    bad.mails.mood = emailMoods[minute % emailMoods.length] ?? "well";
    const [mine, its] = await Promise.all([answerByEmail(shop, minute), callWebhook(other)]);
    told.push(mine);
    others.push(its);
    await sleep(stepMs);
    await passTime(superuser, bad, "1 minute");
    process.stderr.write(`${JSON.stringify({ minute, hooks: bad.hooks.mood, mails: bad.mails.mood })}\n`);
  }
  return { told, others };
}

/** Moves the due times. A delivery in progress has its lease in the same column; the lease is not moved. */
async function passTime(superuser: pg.Client, { hooks, mails }: Bad, by: string): Promise<void> {
  await superuser.query(
    "update webhook_deliveries set next_at = next_at - $1::interval where next_at > now() and id <> all($2::uuid[])",
    [by, [...hooks.underWay]],
  );
  await superuser.query(
    `update email_threads set due_at = due_at - $1::interval where due_at > now() and ticket_id not in (
       select t.id from tickets t join visitors v on v.id = t.visitor_id where lower(v.email) = any($2))`,
    [by, [...mails.underWay].map((address) => address.toLowerCase())],
  );
}

/** All receivers work again; hours pass until nothing waits. @returns the number of hours */
async function untilAllArrived(bad: Bad, superuser: pg.Client): Promise<number> {
  bad.hooks.mood = "well";
  bad.mails.mood = "well";
  for (let hours = 0; hours < maxHours; hours += 1) {
    const { rows } = await superuser.query<{ waiting: number }>(
      `select (select count(*) from webhook_deliveries where next_at is not null)::int
            + (select count(*) from email_threads where due_at is not null)::int as waiting`,
    );
    if (rows[0]?.waiting === 0) return hours;
    await passTime(superuser, bad, "1 hour");
    await sleep(stepMs * 2);
  }
  return maxHours;
}

/** Every event must arrive, be the same at each try, and not be sent again after the receiver reported success. */
function compareHooks({ arrivals }: BadReceiver, told: Told[], foreign: Told[]): string[] {
  const problems = compareIds(arrivals, "webhook");
  for (const { ticketId } of told) {
    const heard = arrivals.filter((each) => each.told && each.body.includes(ticketId));
    const types = new Set(heard.map(({ body }) => /"type":"([^"]+)"/.exec(body)?.[1]));
    if (!types.has("ticket.escalated")) problems.push(`an escalation was never told: ${[...types].join(", ")}`);
  }
  for (const { ticketId } of foreign)
    if (arrivals.some(({ body }) => body.includes(ticketId)))
      problems.push("a webhook told of another tenant's ticket");
  return problems;
}

function compareEmails(told: Told[], { arrivals }: BadReceiver): string[] {
  const problems = compareIds(arrivals, "mail");
  for (const { words } of told) {
    const heard = arrivals.filter((each) => each.body.includes(words));
    if (!heard.some((each) => each.told)) problems.push(`an answer was never told by mail (${words})`);
    if (new Set(heard.map(({ id }) => id)).size > 1) problems.push(`an answer has mails of several ids (${words})`);
  }
  return problems;
}

function compareIds(arrivals: Arrival[], what: string): string[] {
  const problems: string[] = [];
  const ids = new Set(arrivals.map(({ id }) => id));
  for (const id of ids) {
    const tries = arrivals.filter((each) => each.id === id);
    const yes = tries.findIndex((each) => each.told);
    if (yes >= 0 && yes < tries.length - 1) problems.push(`${what} ${id} was sent again after the receiver's yes`);
    if (what === "webhook" && new Set(tries.map(({ body }) => body)).size > 1) problems.push(`${what} ${id} changed`);
  }
  return problems;
}

async function leftOver(superuser: pg.Client): Promise<string[]> {
  const { rows } = await superuser.query<{ what: string; count: number }>(
    `select 'deliveries that did not arrive' as what, count(*)::int from webhook_deliveries where delivered_at is null
     union all select 'mails that wait or failed', count(*)::int from email_threads where due_at is not null or problem is not null`,
  );
  return rows.filter(({ count }) => count > 0).map(({ what, count }) => `${what}: ${count}`);
}

function toldAfter({ ticketId, at }: Told, { arrivals }: BadReceiver): number {
  const heard = arrivals.find((each) => each.body.includes(ticketId) && each.body.includes("ticket.escalated"));
  return heard ? heard.at - at : Number.POSITIVE_INFINITY;
}

function counts(arrivals: Arrival[]) {
  const ids = new Set(arrivals.map(({ id }) => id)).size;
  return { ids, tries: arrivals.length, keptTwice: arrivals.filter(({ kept }) => kept).length - ids };
}

function spread(values: number[]) {
  return { p50: Math.round(quantile(values, 0.5)), p95: Math.round(quantile(values, 0.95)) };
}

await reportFaults(run, 60);
