import type { Browser, Page } from "playwright-core";
import { findProgram } from "../../scripts/setup/programs.mjs";
import { launchBrowser } from "../../ui/test/browser.ts";
import { builtOnce } from "../../ui/test/built-once.ts";
import { longestTaskMs } from "../../ui/test/main-thread.ts";
import { HostPage } from "./host-page.ts";
import { MockServer } from "./mock-server.ts";
import { grade } from "./mock-ticket.ts";

/**
 * What an answer of very many small pieces costs the page, beside the same pieces appended to bare paragraphs in the same run:
 * `node --import ./scripts/setup/load-typescript.mjs widget/test/long-answer.bench.ts [how many pieces ...]`. Then what a page holds
 * after some long answers in one conversation: whether that grows with the text, and not faster.
 */
const wanted = process.argv.slice(2).map(Number);
const sizes = wanted.length > 0 ? wanted : [5_000, 10_000, 20_000];
/** Pieces that come together, and how far apart, ms: at most 1,250 in a second. */
const together = 20;
const apartMs = 16;
/** As a model's tokens. */
const pieceChars = 5;
const ready = "parley-feedback";
/** Of the answers after which the memory is looked at, and how long each is. */
const answersHeld = [1, 5, 10, 20];
const heldPieces = 2_000;

const passage = (at: number) =>
  `## Step ${at}\n\nOpen the **settings** of the workspace, choose *Domains* and add \`app-${at}.example.com\` to the list of allowed hosts. ` +
  "Every page of that host may then show the chat, and nobody has to sign in again. What was said before stays where it is.\n\n" +
  "- Entries are compared as scheme, host and port.\n- A star stands for any subdomain, but never for the bare domain itself.\n" +
  "- Changes are there within a minute.\n\n```sh\nparley domains add example.com --tenant acme\nparley domains list\n```\n\n" +
  "If the button does not appear, look at the console of the browser: the reason stands there in one line, with the address that was refused.\n\n";

function piecesOf(count: number): string[] {
  const chars = count * pieceChars;
  const text = Array.from({ length: Math.ceil(chars / passage(1).length) }, (_, at) => passage(at)).join("");
  return text.slice(0, chars).match(new RegExp(`.{1,${pieceChars}}`, "gs")) ?? [];
}

/** Processor time of the page's main thread, ms, and what the page holds afterwards, KB and nodes. */
interface Cost {
  layout: number;
  style: number;
  script: number;
  everything: number;
  heapKb: number;
  nodes: number;
}

async function costOf(page: Page, work: () => Promise<void>): Promise<Cost> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const read = async () => {
    await devtools.send("HeapProfiler.collectGarbage");
    const { metrics } = await devtools.send("Performance.getMetrics");
    return (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  };
  const before = await read();
  await work();
  const after = await read();
  const grown = (name: string) => after(name) - before(name);
  const ms = (name: string) => Math.round(grown(name) * 1_000);
  return {
    layout: ms("LayoutDuration"),
    style: ms("RecalcStyleDuration"),
    script: ms("ScriptDuration"),
    everything: ms("TaskDuration"),
    heapKb: Math.round(grown("JSHeapUsedSize") / 1_000),
    nodes: grown("Nodes"),
  };
}

/**
 * Asks, and waits for the buttons below the answer; the page is looked at twice a second, which costs it next to nothing.
 * @param answers how many there are then.
 */
async function ask(page: Page, answers = 1): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill("Why?");
  await page.getByRole("textbox", { name: "Message" }).press("Enter");
  await page.waitForFunction(
    ([name, wanted]) => {
      const count = (root: ParentNode): number =>
        [...root.querySelectorAll("*")].reduce(
          (sum, { localName, shadowRoot }) => sum + (localName === name ? 1 : 0) + (shadowRoot ? count(shadowRoot) : 0),
          0,
        );
      return count(document) >= wanted;
    },
    [ready, answers] as const,
    { polling: 500, timeout: 120_000 },
  );
}

/** What the page holds once everything that nobody needs was taken away, KB: script, and what the browser keeps for its nodes. */
async function heldBy(page: Page): Promise<{ scriptKb: number; nodesKb: number; nodes: number }> {
  const devtools = await page.context().newCDPSession(page);
  // What one round lets go of may hold what the next one finds.
  for (let round = 0; round < 3; round++) await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize, embedderHeapUsedSize } = await devtools.send("Runtime.getHeapUsage");
  const { nodes } = await devtools.send("Memory.getDOMCounters");
  await devtools.detach();
  return { scriptKb: Math.round(usedSize / 1_000), nodesKb: Math.round(embedderHeapUsedSize / 1_000), nodes };
}

/** The least that shows a growing text: paragraphs in a box that scrolls, without Markdown, network or a framework. */
function appendBare(page: Page, pieces: string[]): Promise<void> {
  return page.evaluate(
    async ([parts, size, ms]) => {
      const log = document.body.appendChild(document.createElement("div"));
      log.style.cssText = "width:360px;height:460px;overflow-y:auto;font:14px/1.5 sans-serif";
      const begin = (text: string) => {
        const node = document.createTextNode(text);
        log.appendChild(document.createElement("p")).append(node);
        return node;
      };
      let last = begin("");
      for (let at = 0; at < parts.length; at += size) {
        for (const part of parts.slice(at, at + size)) {
          const [head = "", ...lines] = part.split("\n");
          last.appendData(head);
          for (const line of lines) last = begin(line);
        }
        log.scrollTop = log.scrollHeight;
        await new Promise((done) => setTimeout(done, ms));
      }
    },
    [pieces, together, apartMs] as const,
  );
}

async function openPage(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(address);
  return page;
}

const browser = await launchBrowser({ executablePath: findProgram("chromium") });
const host = await new HostPage().start();
let pieces: string[] = [];
const server = await new MockServer({
  widgetFolder: await builtOnce("widget/vite.config.ts"),
  allowedOrigin: () => host.origin,
  turn: async (ticket, { turnId }) => {
    for (let at = 0; at < pieces.length; at += together) {
      for (const content of pieces.slice(at, at + together)) ticket.append("token", { content }, turnId);
      await new Promise((done) => setTimeout(done, apartMs));
    }
    ticket.say("assistant", pieces.join(""), { grade: grade("high") }, turnId);
    ticket.append("end", {}, turnId);
  },
}).start();
host.html =
  "<!doctype html><html lang=en><title>Host</title><main>Host</main>" +
  `<script async src="${server.origin}/widget/parley.js" data-tenant="5b7c1f1e-0000-7000-8000-000000000001"></script></html>`;

/** Does the work on a page with the panel open. */
async function inPanel<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const page = await openPage(browser, host.origin);
  await page.locator("[data-parley=launcher] button").click();
  await page.getByText("Hello! Ask me anything").waitFor();
  const result = await work(page);
  await page.context().close();
  return result;
}

for (const size of sizes) {
  pieces = piecesOf(size);
  const widget = await inPanel((page) => costOf(page, () => ask(page)));
  const plain = await openPage(browser, "about:blank");
  const bare = await costOf(plain, () => appendBare(plain, pieces));
  await plain.context().close();
  const longestMs = Math.round(await inPanel((page) => longestTaskMs(browser, page, () => ask(page))));
  console.log(JSON.stringify({ pieces: size, widget, bare, longestMsOnSlowMachine: longestMs }));
}

pieces = piecesOf(heldPieces);
await inPanel(async (page) => {
  const before = await heldBy(page);
  for (let answers = 1; answers <= Math.max(...answersHeld); answers++) {
    await ask(page, answers);
    if (!answersHeld.includes(answers)) continue;
    const { scriptKb, nodesKb, nodes } = await heldBy(page);
    const held = {
      scriptKb: scriptKb - before.scriptKb,
      nodesKb: nodesKb - before.nodesKb,
      nodes: nodes - before.nodes,
    };
    const bytesPerChar = Math.round(((held.scriptKb + held.nodesKb) * 1_000) / (answers * heldPieces * pieceChars));
    console.log(JSON.stringify({ answers, chars: answers * heldPieces * pieceChars, held, bytesPerChar }));
  }
});
await browser.close();
await Promise.all([server.stop(), host.stop()]);
