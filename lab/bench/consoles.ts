import { Agent, get } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { asError } from "../../server/core/errors.ts";
import { type Followed, follow } from "./feeds.ts";
import { quantile } from "./overhead/cpu.ts";
import { post, question } from "./overhead/load.ts";
import { callAdmin, createKey, openSession, origin, type Parley, type Shop } from "./parley.ts";
import { onStage, runProgram } from "./stage.ts";

/**
 * `node dist/lab/bench/consoles.js [consoles] [messages]`: visitors write one message a second to agents who took over their tickets, while
 * 200 consoles (or the given number) are open on one process. Like the real console, each one follows the event feed and reads its list
 * again after a change; the more changes, the longer it waits. One in ten has the ticket open. Prints how long a message takes to reach the
 * screens.
 */
const consoles = Number(process.argv[2] ?? 200);
const messages = Number(process.argv[3] ?? 60);
const openEach = 10;
const tickets = 10;
/** How long the console waits for more changes before it reads its list, as in `admin/src/tickets/inbox/merge-page.ts`. */
const waitFor = (told: number) => 200 + (told <= 5 ? 0 : Math.random() * Math.min(6_000, told * 25));

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Reads a response to its end. @returns the time in ms. */
function timeGet(url: string, apiKey: string): Promise<number> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { headers: { authorization: `Bearer ${apiKey}` }, agent }, (response) => {
      response.resume();
      response.on("end", () =>
        response.statusCode === 200 ? resolve(performance.now() - from) : reject(new Error(`${response.statusCode}`)),
      );
    }).on("error", reject);
  });
}

/** When each message was sent, and how long it took to each place that received it. */
class Times {
  readonly thread: number[] = [];
  readonly notice: number[] = [];
  readonly list: number[] = [];
  readonly failures = new Map<string, number>();
  sentAt = 0;
  word = "";

  fail(why: string): void {
    this.failures.set(why, (this.failures.get(why) ?? 0) + 1);
  }
}

/** One open console: the event feed, its list, and perhaps a ticket. */
async function openConsole(api: string, apiKey: string, times: Times): Promise<Followed> {
  let timer: NodeJS.Timeout | undefined;
  const hear = (text: string) => {
    if (!text.includes("ticket_changed")) return;
    const { sentAt } = times;
    if (!timer) times.notice.push(performance.now() - sentAt);
    const told = Number(/"consoles":(\d+)/.exec(text)?.[1] ?? 1);
    timer ??= setTimeout(() => {
      timer = undefined;
      void timeGet(`${api}/admin/tickets?view=needs_person&limit=50`, apiKey).then(
        () => times.list.push(performance.now() - sentAt),
        (error: unknown) => times.fail(asError(error).message),
      );
    }, waitFor(told));
  };
  return follow(`${api}/admin/events`, apiKey, { hear });
}

async function measure({ api }: Parley, { tenantId, apiKey }: Shop): Promise<void> {
  const sessions = await Promise.all(Array.from({ length: tickets }, () => openSession(api, tenantId)));
  for (const { token, ticketId } of sessions) {
    await post(question(api, token, { origin, content: "I want to talk to a person." }), "event: end");
    await callAdmin(api, { apiKey }, { path: `tickets/${ticketId}/take`, body: {} });
  }
  const alone: number[] = [];
  for (let nth = 0; nth < 50; nth += 1) alone.push(await timeGet(`${api}/admin/me`, apiKey));
  // Calls are counted per caller, so create one key per five consoles.
  const keys: string[] = [];
  for (let nth = 0; nth < Math.ceil(consoles / 5); nth += 1) keys.push(await createKey(api, { apiKey }));
  const times = new Times();
  const feeds: Followed[] = [];
  for (let nth = 0; nth < consoles; nth += 1) {
    feeds.push(await openConsole(api, keys[nth % keys.length] ?? apiKey, times));
    if (nth % openEach !== 0) continue;
    const { ticketId } = sessions[(nth / openEach) % tickets] ?? { ticketId: "" };
    feeds.push(
      await follow(`${api}/admin/tickets/${ticketId}/events`, apiKey, {
        hear(text) {
          if (times.word !== "" && text.includes(times.word)) times.thread.push(performance.now() - times.sentAt);
        },
      }),
    );
  }
  for (let nth = 0; nth < messages; nth += 1) {
    const { token } = sessions[nth % tickets] ?? { token: "" };
    Object.assign(times, { word: `message ${nth}.`, sentAt: performance.now() });
    await post(question(api, token, { origin, content: `This is message ${nth}.` }), "event: end");
    await sleep(1_000);
  }
  await sleep(2_000);
  for (const feed of feeds) feed.close();
  print({ alone, times });
}

function print({ alone, times }: { alone: number[]; times: Times }): void {
  const line = (name: string, values: number[]) =>
    process.stdout.write(
      `${name.padEnd(44)} ${quantile(values, 0.5).toFixed(1).padStart(8)} ${quantile(values, 0.95).toFixed(1).padStart(8)}   of ${values.length}\n`,
    );
  process.stdout.write(`${consoles} consoles, ${messages} messages; ms: median, p95\n`);
  line("GET me, idle server", alone);
  line("message shown in the open ticket", times.thread);
  line("notice shown in every console", times.notice);
  line("list reloaded, including its delay", times.list);
  for (const [why, count] of times.failures) process.stdout.write(`${count} lists refused: ${why}\n`);
  process.stdout.write(`load ${loadavg()[0]?.toFixed(1)}\n`);
}

await runProgram(() => onStage({}, async (stage) => measure(await stage.start(), await stage.shop())));
