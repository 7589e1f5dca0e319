import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { inProject } from "../../../scripts/setup/paths.mjs";
import { findProgram } from "../../../scripts/setup/programs.mjs";
import { launchBrowser } from "../../../ui/test/browser.ts";
import { HostPage } from "../../../widget/test/host-page.ts";
import { MockServer } from "../../../widget/test/mock-server.ts";
import { citedTurn } from "../../../widget/test/turns.ts";
import { fetchOthers, serveOther } from "./others.mjs";

/**
 * `node --import ./scripts/setup/load-typescript.mjs lab/bench/widget/compare.mjs [rounds] [names]` after `npm run build`: measures the
 * cost of a widget on a blank page with a four times slower processor, until its launcher and its open panel are visible. One round visits
 * each widget in turn; each visit uses a new browser context, so that nothing is cached. Prints medians.
 */
const [rounds = 9, ...names] = process.argv.slice(2);
const slowness = 4;
const tenant = "5b7c1f1e-0000-7000-8000-000000000001";

/** The minimum of every widget and of the measurement: a button. */
const nothing = {
  name: "plain button",
  version: "",
  url: "",
  launcher: ["main", "button"],
  add: "() => { const main = document.createElement('main'); main.attachShadow({ mode: 'open' }).append(Object.assign(document.createElement('button'), { textContent: 'Chat' })); document.body.append(main); }",
};

const parley = {
  name: "Parley",
  version: "",
  add: `(url) => {
    const script = Object.assign(document.createElement("script"), { async: true, src: url });
    script.dataset.tenant = "${tenant}";
    document.head.append(script);
  }`,
  launcher: ["[data-parley=launcher]", "button"],
  panel: ["parley-chat", "parley-composer", "textarea"],
  // The panel is visible without these files. They are held back, so that a late sample on a busy machine does not include them.
  later: /\/panel-[a-z-]+-[\w-]{8}\.js$|\/chat\/init$/,
};

/** The position of a visible element in the page; nothing while it is not visible. */
const seen = (path) => `(() => {
  let element = document;
  for (const part of ${JSON.stringify(path)}) element = (element?.shadowRoot ?? element)?.querySelector(part);
  const { width = 0, height = 0, left = 0, top = 0 } = element?.getBoundingClientRect() ?? {};
  return width > 8 && height > 8 && getComputedStyle(element).visibility === "visible" ? [left + width / 2, top + height / 2] : undefined;
})()`;

/** The page is sampled once a frame from outside: a script in the page would count as the widget's and request frames. */
const frameMs = 16;
const longestMs = 30_000;

async function measure(browser, page, widget) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const tab = await context.newPage();
    const files = new Set();
    tab.on(
      "request",
      (request) => request.url().endsWith(".js") && !widget.later?.test(request.url()) && files.add(request.url()),
    );
    await tab.goto(page);
    if (widget.later) await tab.route(widget.later, () => undefined);
    const session = await context.newCDPSession(tab);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowness });
    const spent = async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      const named = Object.fromEntries(metrics.map(({ name, value }) => [name, value * 1000]));
      return { script: named.ScriptDuration, task: named.TaskDuration };
    };
    const inPage = async (expression) => {
      const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
        expression,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(`${widget.name}: ${exceptionDetails.exception?.description}`);
      return result.value;
    };
    const place = async (path) => {
      for (const until = performance.now() + longestMs; performance.now() < until; await sleep(frameMs)) {
        const found = await inPage(seen(path));
        if (found) return found;
      }
      throw new Error(`${widget.name}: element not found: ${path}`);
    };
    const before = await spent();
    const from = performance.now();
    const since = async () => {
      const now = await spent();
      const gzip = [...files].reduce((sum, url) => sum + widget.weigh(url), 0);
      const clock = performance.now() - from;
      return { script: now.script - before.script, task: now.task - before.task, clock, gzip };
    };
    void inPage(`void (${widget.add})(${JSON.stringify(widget.url)})`);
    const [x, y] = await place(widget.launcher ?? widget.panel);
    const launcher = await since();
    if (!widget.panel) return { launcher, panel: launcher };
    if (widget.launcher) {
      await tab.mouse.click(x, y);
      await place(widget.panel);
    }
    return { launcher, panel: await since() };
  } finally {
    await context.close();
  }
}

const widgetFolder = inProject("dist/widget");
const gzipped = new Map();
const weigh = (path) => {
  if (!gzipped.has(path)) gzipped.set(path, gzipSync(readFileSync(path), { level: 9 }).length);
  return gzipped.get(path);
};
const widgets = await Promise.all(
  (await fetchOthers(names)).map(async (other) => ({
    ...other,
    ...(await serveOther(other)),
    weigh: () => weigh(join(other.folder, other.file)),
  })),
);
const host = await new HostPage().start();
host.html = "<!doctype html><html lang=en><title>Blank</title><body></body></html>";
const server = await new MockServer({ widgetFolder, allowedOrigin: () => host.origin, turn: citedTurn }).start();
if (!readdirSync(widgetFolder).includes("parley.js")) throw new Error("Run npm run build first");
widgets.unshift(
  { ...nothing, weigh: () => 0 },
  {
    ...parley,
    url: `${server.origin}/widget/parley.js`,
    weigh: (url) => weigh(join(widgetFolder, new URL(url).pathname.replace("/widget/", ""))),
  },
);

const browser = await launchBrowser({ executablePath: findProgram("chromium") });
try {
  const measured = new Map(widgets.map(({ name }) => [name, []]));
  for (let round = 0; round < Number(rounds); round++) {
    for (const widget of widgets) measured.get(widget.name).push(await measure(browser, host.origin, widget));
  }
  const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
  const figures = (name, what) =>
    ["script", "task", "clock", "gzip"].map((kind) => median(measured.get(name).map((one) => one[what][kind])));
  console.log(
    "| widget | until the launcher: script / task / wall ms, gzip | until the open panel: script / task / wall ms, gzip |",
  );
  console.log("| --- | --- | --- |");
  for (const { name, version } of widgets) {
    const cells = ["launcher", "panel"].map((what) => {
      const [script, task, clock, gzip] = figures(name, what);
      return `${script.toFixed(1)} / ${task.toFixed(1)} / ${clock.toFixed(0)}, ${gzip.toLocaleString("en")}`;
    });
    console.log(`| ${name} ${version} | ${cells.join(" | ")} |`);
  }
} finally {
  await browser.close();
  await Promise.all([server.stop(), host.stop()]);
  for (const { stop } of widgets) stop?.();
}
