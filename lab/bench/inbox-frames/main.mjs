import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { message } from "../../../admin/test/mock-data.ts";
import { startMockServer } from "../../../admin/test/mock-server.ts";
import { detail } from "../../../admin/test/mock-ticket.ts";
import { inProject } from "../../../scripts/setup/paths.mjs";
import { launchBrowser } from "../../../ui/test/browser.ts";

/**
 * `node --import ./scripts/setup/load-typescript.mjs lab/bench/inbox-frames/main.mjs [tickets] [seconds]` after `npm run build`: measures
 * whether the inbox scrolls smoothly with 10,000 rows. The built console runs in a real Chromium against a scripted server: wheel through
 * the list, hold a key, open one ticket after another. The same actions on a page with an empty box in the same run show the machine's
 * limit. Frames come from `requestAnimationFrame`; tasks are the main-thread work in a trace.
 */
const [tickets = 10_000, seconds = 8] = process.argv.slice(2).map(Number);
const budgetMs = 1_000 / 60;
const viewport = { width: 1440, height: 900 };
/** One notch of a wheel, and the interval of notches when a user scrolls fast. */
const notchPx = 120;
const notchMs = 16;
/** Repeat interval of a held key. */
const repeatMs = 33;
/**
 * Time limit for reading the whole list. Pages of 50 are read while the list is scrolled, as in use; the rest is read before the wheel is
 * timed.
 */
const readAllMs = 240_000;

const browser = await launchBrowser();
const mock = await startMockServer({ console: inProject("dist/admin"), widget: inProject("dist/widget") });
mock.signedIn = true;
mock.tickets = seed(tickets);
const rows = [];
try {
  const inbox = await open(`${mock.origin}/console/inbox?view=all`, "a[data-ticket]");
  const plain = await open("about:blank", "body");
  await plain.setContent(plainPage());
  await measure("wheel, empty list", plain, () => wheel(plain, "#list"));
  await measure("wheel, while pages load", inbox, () => wheel(inbox, ".list-scroll"));
  await readAll(inbox);
  await inbox.locator(".list-scroll").evaluate((node) => node.scrollTo(0, 0));
  await measure(`wheel, ${await ticketsRead(inbox)} rows loaded`, inbox, () => wheel(inbox, ".list-scroll"));
  await measure("scroll bar from end to end", inbox, () => drag(inbox, ".list-scroll"));
  await measure("scroll bar, empty list", plain, () => drag(plain, "#list"));
  await inbox.locator(".list-scroll").evaluate((node) => node.scrollTo(0, 0));
  await inbox.locator("a[data-ticket]").first().click();
  await inbox.locator(".log").waitFor();
  await measure("j held: focus moves from row to row", inbox, () => hold(inbox, "j"));
  await measure("k held", inbox, () => hold(inbox, "k"));
  await inbox.locator(".log").click();
  const before = inbox.url();
  await measure("j held in a ticket: opens one ticket after another", inbox, () => hold(inbox, "j"));
  if (inbox.url() === before) throw new Error("the key opened no ticket");
  await measure("key held, empty list", plain, () => hold(plain, "j"));
  print();
} finally {
  await browser.close();
  await mock.close();
}

/** Tickets for every kind of row: with and without a preview, labels and waits. */
function seed(count) {
  const made = Array.from({ length: count }, (_, at) => {
    const n = 2_000 + at;
    const minutes = 5 + at;
    return detail({
      n,
      name: at % 4 === 0 ? null : `Visitor ${n}`,
      subject: `Where is parcel ${n}, and when does it come to me?`,
      status: at % 3 === 0 ? "pending_human" : at % 3 === 1 ? "open" : "resolved",
      ...(at % 3 === 0 ? { reason: "low_grade", waiting: minutes } : {}),
      ...(at % 7 === 0 ? { labels: [mock.labels[at % mock.labels.length]] } : {}),
      messages: Array.from({ length: 6 }, (_, k) =>
        message(
          100_000 + n * 10 + k,
          k % 2 === 0 ? "visitor" : "assistant",
          `Message ${k} about **parcel ${n}**, in some words more.`,
          minutes + 6 - k,
        ),
      ),
    });
  });
  return new Map(made.map((each) => [each.ticket.id, each]));
}

/** A page of the same height with an empty box. */
function plainPage() {
  return `<!doctype html><div id="list" style="height:900px;width:380px;overflow:auto"><div style="height:${tickets * 95}px"></div></div>`;
}

async function open(address, ready) {
  const context = await browser.newContext({ viewport });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.goto(address);
  await page.locator(ready).first().waitFor({ state: "attached" });
  return page;
}

async function wheel(page, selector) {
  await page.locator(selector).hover({ position: { x: 100, y: 300 } });
  for (const until = Date.now() + seconds * 1_000; Date.now() < until; await sleep(notchMs))
    await page.mouse.wheel(0, notchPx);
}

/** Drags the scroll thumb through the whole list, so that each frame shows other rows. */
async function drag(page, selector) {
  await page.locator(selector).evaluate(
    (node, { ms }) =>
      new Promise((done) => {
        const from = performance.now();
        const step = () => {
          const share = (performance.now() - from) / ms;
          node.scrollTop = share * node.scrollHeight;
          if (share < 1) requestAnimationFrame(step);
          else done();
        };
        requestAnimationFrame(step);
      }),
    { ms: seconds * 1_000 },
  );
}

async function hold(page, key) {
  for (const until = Date.now() + seconds * 1_000; Date.now() < until; await sleep(repeatMs))
    await page.keyboard.press(key);
}

async function readAll(page) {
  const isMore = () => page.getByRole("button", { name: /Load more|Loading/ }).count();
  for (const until = Date.now() + readAllMs; (await isMore()) > 0 && Date.now() < until; await sleep(30))
    await page.locator(".list-scroll").evaluate((node) => node.scrollTo(0, node.scrollHeight));
}

/** The number of rows that fit the height of the list. */
function ticketsRead(page) {
  return page.locator(".rows").evaluate((node) => Math.round(node.getBoundingClientRect().height / 95));
}

/** Records when each frame came and how much CPU time each task of the page's main thread used. */
async function measure(name, page, work) {
  await page.bringToFront();
  await page.evaluate(() => {
    const times = [];
    globalThis.frameTimes = times;
    const note = (at) => {
      times.push(at);
      if (globalThis.frameTimes === times) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline", "__metadata"] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const times = await page.evaluate(() => {
    const found = globalThis.frameTimes;
    globalThis.frameTimes = null;
    return found;
  });
  const frames = times.slice(1).map((at, index) => at - times[index]);
  const main = new Set(
    traceEvents
      .filter((event) => event.name === "thread_name" && event.args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  const tasks = traceEvents
    .filter((event) => event.name === "RunTask" && main.has(`${event.pid}:${event.tid}`))
    .map(({ tdur = 0 }) => tdur / 1_000);
  rows.push({ name, frames, tasks });
}

function print() {
  const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const sort = (values) => [...values].sort((a, b) => a - b);
  const over = (values, ms) =>
    `${((values.filter((value) => value > ms).length / Math.max(1, values.length)) * 100).toFixed(2)} %`;
  process.stdout.write(
    "case | frames | median / p95 / longest, ms | over 25 ms | over 50 ms | longest task, CPU ms | over 16.7 ms | work per frame, ms\n",
  );
  for (const { name, frames, tasks } of rows) {
    const [f, t] = [sort(frames), sort(tasks)];
    const work = tasks.reduce((sum, ms) => sum + ms, 0) / Math.max(1, frames.length);
    process.stdout.write(
      `${name} | ${frames.length} | ${at(f, 0.5).toFixed(1)} / ${at(f, 0.95).toFixed(1)} / ${at(f, 1).toFixed(0)} | ${over(frames, 1.5 * budgetMs)} | ${over(frames, 50)} | ` +
        `${at(t, 1).toFixed(1)} | ${tasks.filter((ms) => ms > budgetMs).length} | ${work.toFixed(2)}\n`,
    );
  }
  process.stdout.write(`load ${loadavg()[0]?.toFixed(1)}\n`);
}
