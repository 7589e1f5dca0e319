import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findProgram } from "../../../scripts/setup/programs.mjs";
import { makeDataFolder } from "../../../server/test/support/database.ts";
import { ParleyProcess } from "../../../server/test/support/parley-process.ts";
import { launchBrowser } from "../../../ui/test/browser.ts";
import { HostPage } from "../../../widget/test/host-page.ts";
import { startLine } from "./cut-line.mjs";
import { startNumberedModel, words } from "./numbered-model.mjs";

/**
 * `node --import ./scripts/setup/load-typescript.mjs lab/bench/widget/interruptions.mjs [times]` after `npm run build`: during an answer it
 * reloads the page, kills and restarts the server, or cuts the network, in turn, in real Chromium against the whole product on its embedded
 * default. Checks the page continuously: each word of the answer appears at most once, and at the end all words are in one message below
 * one question.
 */
const times = Number(process.argv[2] ?? 200);
/** An answer that is incomplete after this time counts as lost: a restarted process resumes a turn within 30 s. */
const completeMs = 90_000;
/** A start takes 10 s of one core; other load on the machine adds to it. */
const startLimitMs = 300_000;
const kites = Array.from(
  { length: 40 },
  (_, n) =>
    `## How do I repair kite model ${n}?\n\nYou repair kite model ${n} with ${n} patches, a needle and patience.\n`,
).join("\n");

/** Runs in the page: the visible messages, through all shadow roots. */
const shown = `() => {
  const texts = { visitor: [], assistant: [] };
  const textOf = (node) => node.nodeType === 3 ? node.data : /^(style|button)$/.test(node.localName) ? "" : [...(node.shadowRoot ?? node).childNodes].map(textOf).join("");
  const timeline = document.querySelector("parley-chat")?.shadowRoot?.querySelector("parley-timeline")?.shadowRoot;
  for (const message of timeline?.querySelectorAll("parley-message") ?? []) {
    const bubble = message.shadowRoot?.querySelector(".bubble");
    const answer = message.shadowRoot?.querySelector(".answer");
    if (bubble) texts.visitor.push(textOf(bubble));
    else if (answer) texts.assistant.push(textOf(answer).match(/\\bw\\d+/g) ?? []);
  }
  return texts;
}`;

/** Runs in every page: records any word or message that appears twice. */
const watch = `(() => {
  const look = ${shown};
  window.twice = [];
  setInterval(() => {
    const { visitor, assistant } = look();
    // The last word may be incomplete.
    const all = assistant.flatMap((one) => one.slice(0, -1));
    if (new Set(all).size !== all.length || new Set(visitor).size !== visitor.length || assistant.length > 1)
      window.twice.push(JSON.stringify([visitor, assistant.map((one) => one.length)]));
  }, 25);
})()`;

const model = await startNumberedModel();
const env = {
  MODEL_PROVIDER: "openai",
  OPENAI_BASE_URL: model.url,
  OPENAI_API_KEY: "none",
  RATE_LIMIT_INIT_PER_MINUTE: "0",
  RATE_LIMIT_MESSAGES_PER_MINUTE: "0",
  RATE_LIMIT_CALLS_PER_MINUTE: "0",
};
const parley = await ParleyProcess.startOn(await makeDataFolder(), env, startLimitMs);
const line = await startLine(parley.port);
const host = await new HostPage().start();
const browser = await launchBrowser({ executablePath: findProgram("chromium") });
const folder = await mkdtemp(join(tmpdir(), "parley-interruptions-"));

const kinds = {
  reload: (page) => page.reload(),
  async kill() {
    await parley.kill();
    await parley.restart();
  },
  async cut() {
    line.cut();
    await sleep(200 + Math.random() * 3_000);
    line.mend();
  },
};

async function addShop() {
  const made = await parley.cli("tenant", "create", "--name", "Shop", "--origin", host.origin);
  const document = join(folder, "kites.md");
  await writeFile(document, `# Kites\n\n${kites}`);
  await parley.cli("knowledge", "add", document, "--tenant", made.tenant_id, "--wait");
  return made.tenant_id;
}

/**
 * Runs one visitor, one question and one interruption. @returns the problems, and the time from the interruption to the complete answer.
 */
async function interrupt(kind, at) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 } });
  const problems = [];
  try {
    await context.addInitScript(watch);
    const page = await context.newPage();
    page.on("pageerror", (error) => problems.push(error.message));
    const look = () => page.evaluate(`(${shown})()`);
    await page.goto(host.origin);
    await page.locator("[data-parley=launcher] button").click();
    const field = page.locator("parley-composer textarea");
    await field.fill(`How do I repair kite model ${at % 40}? My order is number ${at}.`);
    await field.press("Enter");
    const enough = Math.floor(Math.random() * (words.length - 20));
    await until(async () => (await look()).assistant.flat().length > enough, completeMs);
    const twiceBefore = await page.evaluate("window.twice");
    const from = performance.now();
    await kinds[kind](page);
    const isComplete = await until(async () => (await page.locator("parley-message .sources").count()) > 0, completeMs);
    const took = performance.now() - from;
    // Late duplicates arrive within this time.
    await sleep(500);
    const { visitor, assistant } = await look();
    problems.push(...twiceBefore, ...(await page.evaluate("window.twice")));
    if (!isComplete) problems.push(`incomplete: ${assistant.flat().length} words`);
    else if (assistant.flat().join() !== words.join()) problems.push(`words out of order: ${assistant}`);
    if (visitor.length !== 1 || assistant.length !== 1)
      problems.push(`${visitor.length} questions, ${assistant.length} answers`);
    if (problems.length > 0) problems.push((await page.locator("parley-chat .panel").textContent()).slice(-300));
    return { took, problems };
  } catch (error) {
    return { took: Number.NaN, problems: [...problems, String(error), parley.output.slice(-600)] };
  } finally {
    await context.close();
  }
}

async function until(check, limitMs) {
  const end = performance.now() + limitMs;
  while (performance.now() < end) {
    // A page that is reloading cannot be evaluated.
    if (await check().catch(() => false)) return true;
    await sleep(25);
  }
  return false;
}

try {
  const tenant = await addShop();
  host.html = `<!doctype html><html lang=en><title>Shop</title><body><script async src="http://localhost:${line.port}/widget/parley.js" data-tenant="${tenant}"></script></body></html>`;
  const took = { reload: [], kill: [], cut: [] };
  let wrong = 0;
  for (let at = 0; at < times; at++) {
    const kind = Object.keys(kinds)[at % 3];
    const result = await interrupt(kind, at);
    took[kind].push(result.took);
    if (result.problems.length > 0) wrong += 1;
    const { took: ms, problems } = result;
    console.error(JSON.stringify({ at, kind, ms: Math.round(ms), wrong, problems: problems.slice(0, 4) }));
  }
  console.log("| interruption | runs | complete after, median / longest |");
  console.log("| --- | --- | --- |");
  for (const [kind, values] of Object.entries(took)) {
    const sorted = values.sort((a, b) => a - b).map((value) => `${(value / 1000).toFixed(1)} s`);
    console.log(`| ${kind} | ${values.length} | ${sorted[Math.floor(sorted.length / 2)]} / ${sorted.at(-1)} |`);
  }
  console.log(`${wrong} of ${times} runs were incomplete or showed text twice`);
  if (wrong > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await host.stop();
  line.stop();
  model.stop();
  await parley[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
}
