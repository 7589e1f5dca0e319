import { setTimeout as sleep } from "node:timers/promises";
import { maxMessageChars } from "../../protocol/requests.ts";
import { toUrl } from "../../server/core/text/parse-url.ts";
import { onEmbedded, unlimited } from "../bench/embedded.ts";
import { quantile } from "../bench/overhead/cpu.ts";
import { post, question } from "../bench/overhead/load.ts";
import { openSession } from "../bench/parley.ts";
import { hostileShapes } from "./hostile-shapes.ts";
import { reportFaults } from "./report.ts";

/**
 * `node dist/lab/faults/hostile-messages.js [rounds]`: sends messages of the maximum length that are hard for regular expressions to the
 * embedded default, one after another, while other clients call `/healthz`. Compares these calls with as many calls before the attack,
 * while a visitor asks ordinary questions: the attack may delay them by 100 ms at most.
 */
const maxDelayMs = 100;
const betweenCallsMs = 10;
const ordinary = [
  "How do I allow another domain for my widget?",
  "Which databases are supported?",
  "How long are conversations kept?",
  "Can I use subdomains?",
];

await reportFaults(
  (rounds) =>
    onEmbedded({ ...unlimited, LOG_LEVEL: "error" }, async ({ start, demo }) => {
      const { api } = await start();
      const { tenantId, site } = await demo();
      const ask = async (content: string) => {
        const { token } = await openSession(api, tenantId, site);
        await post(question(api, token, { origin: site, content }), "event: token");
      };
      await untilQuiet(api);
      // The server rejects a NUL or half a surrogate pair before it reads the message.
      const shapes = hostileShapes(maxMessageChars)
        .filter(({ name }) => name !== "surrogates")
        .map(({ name, text }) => ({ name, text: text.replace("\u0000", "!") }));
      const asked = Array.from({ length: rounds * shapes.length }, (_, at) => at);
      const reference = await whileCalling(api, asked, (at) => ask(ordinary[at % ordinary.length] ?? ""));
      const attack = await whileCalling(api, asked, (at) => ask(shapes[at % shapes.length]?.text ?? ""));
      const delayMs = Math.round(attack.max - reference.p99);
      const slow = attack.slowest.map((at) => shapes[at % shapes.length]?.name);
      const problems = delayMs > maxDelayMs ? [`delayed by ${delayMs} ms during: ${slow.join(", ")}`] : [];
      return { problems, messages: asked.length, reference: rounded(reference), attack: rounded(attack), delayMs };
    }),
  1,
);

interface Delays {
  p50: number;
  p99: number;
  max: number;
  /** Items in progress during the three slowest calls. */
  slowest: number[];
}

/** Processes the items one after another, and times another client's calls meanwhile. */
async function whileCalling(api: string, items: number[], work: (item: number) => Promise<unknown>): Promise<Delays> {
  let current = 0;
  let isOver = false;
  const calls: { ms: number; at: number }[] = [];
  const calling = (async () => {
    while (!isOver) {
      const [from, at] = [performance.now(), current];
      await (await fetch(`${toUrl(api).origin}/healthz`)).text();
      calls.push({ ms: performance.now() - from, at });
      await sleep(betweenCallsMs);
    }
  })();
  for (const item of items) {
    current = item;
    await work(item);
  }
  isOver = true;
  await calling;
  const byTime = calls.toSorted((one, other) => one.ms - other.ms);
  const at = (share: number) =>
    quantile(
      calls.map(({ ms }) => ms),
      share,
    );
  return { p50: at(0.5), p99: at(0.99), max: at(1), slowest: byTime.slice(-3).map((call) => call.at) };
}

/** The demo's documents are embedded after the start, which would count as a delay. */
async function untilQuiet(api: string): Promise<void> {
  for (let quiet = 0; quiet < 20; ) {
    const from = performance.now();
    await (await fetch(`${toUrl(api).origin}/healthz`)).text();
    quiet = performance.now() - from < 20 ? quiet + 1 : 0;
    await sleep(250);
  }
}

function rounded({ p50, p99, max }: Delays): Record<string, number> {
  return { p50: Math.round(p50), p99: Math.round(p99), max: Math.round(max) };
}
