import { request as ask } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import express from "express";
import { inProject } from "../../../scripts/setup/paths.mjs";
import { findProgram } from "../../../scripts/setup/programs.mjs";
import { widgetFiles } from "../../../server/http/pages/static-pages.ts";
import { launchBrowser } from "../../../ui/test/browser.ts";
import { HostPage } from "../../../widget/test/host-page.ts";
import { MockServer } from "../../../widget/test/mock-server.ts";
import { citedTurn } from "../../../widget/test/turns.ts";

/**
 * `node --import ./scripts/setup/load-typescript.mjs lab/bench/widget/slow-network.mjs [visits] [folder]` after `npm run build`: measures a
 * visitor's waiting times on a 2G network, from the script tag to the first token, and with the network cut while a message is sent. Files
 * are compressed as by the server. With a folder, saves a picture of the first visit each half second.
 */
const [visits = 3, pictures] = process.argv.slice(2);
/**
 * Bits per second of "Regular 2G" in Firefox's developer tools. The latency is between its 300 ms and the 840 ms of "Mobile EDGE" in
 * WebPageTest.
 */
const slow = { offline: false, downloadThroughput: 250_000 / 8, uploadThroughput: 50_000 / 8, latency: 600 };
const cutMs = 5_000;
const tenant = "5b7c1f1e-0000-7000-8000-000000000001";

const host = await new HostPage().start();
const mock = await new MockServer({
  widgetFolder: inProject("dist/widget"),
  allowedOrigin: () => host.origin,
  turn: citedTurn,
}).start();
const front = express().use("/widget", widgetFiles()).use(passOn).listen(0, "localhost");
await new Promise((done) => front.once("listening", done));
const tag = `<script async src="http://localhost:${front.address().port}/widget/parley.js" data-tenant="${tenant}"></script>`;
host.html = `<!doctype html><html lang=en><title>Blank</title><body><h1>A shop</h1>${tag}</body></html>`;

/** The scripted API is behind the same address as the files. */
function passOn({ method, headers, originalUrl }, response) {
  const { port } = new URL(mock.origin);
  const onward = ask({ host: "localhost", port, method, headers, path: originalUrl }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  response.on("close", () => onward.destroy());
  response.req.pipe(onward);
}

async function visit(browser, folder) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  const set = (conditions) => line.send("Network.emulateNetworkConditions", { ...slow, ...conditions });
  await set({});
  let from = performance.now();
  const took = {};
  const note = (name) => {
    took[name] = performance.now() - from;
  };
  let isOver = false;
  const watching = folder ? takePictures(page, { folder, isOver: () => isOver }) : undefined;
  try {
    await page.goto(host.origin, { waitUntil: "commit" });
    const launcher = page.locator("[data-parley=launcher] button");
    await launcher.waitFor();
    note("page load to launcher");
    from = performance.now();
    await launcher.click();
    note("click to launcher response");
    await page.locator("parley-chat .panel").waitFor();
    note("click to panel");
    await page.getByText("Hello! Ask me anything").first().waitFor();
    note("click to greeting");
    const field = page.locator("parley-composer textarea");
    await field.fill("How do I allow subdomains?");
    from = performance.now();
    await field.press("Enter");
    await page.getByText("How do I allow subdomains?").waitFor();
    note("question to its display");
    await page.locator("parley-markdown").first().waitFor();
    note("question to first token");
    await page.locator("parley-message .sources").waitFor();
    note("question to complete answer");
    return { ...took, ...(await sendWhileCut(page, set)) };
  } finally {
    isOver = true;
    await watching;
    await context.close();
  }
}

/** Sends a message while the network is cut. */
async function sendWhileCut(page, set) {
  const field = page.locator("parley-composer textarea");
  await field.fill("And ports?");
  await set({ offline: true });
  const cutAt = performance.now();
  await field.press("Enter");
  await page.getByText("And ports?").waitFor();
  await page.getByText("Will be sent when you’re online").first().waitFor();
  const told = performance.now() - cutAt;
  await sleep(cutMs - told);
  await set({});
  const backAt = performance.now();
  await page.locator("parley-message .sources").nth(1).waitFor();
  return { "offline: send to notice": told, "offline: reconnect to complete answer": performance.now() - backAt };
}

async function takePictures(page, { folder, isOver }) {
  const from = performance.now();
  while (!isOver()) {
    const at = `${((performance.now() - from) / 1000).toFixed(1).padStart(4, "0")}.png`;
    await page.screenshot({ path: join(folder, at) }).catch(() => undefined);
    await sleep(300);
  }
}

const browser = await launchBrowser({ executablePath: findProgram("chromium") });
try {
  const all = [];
  for (let at = 0; at < Number(visits); at++) all.push(await visit(browser, at === 0 ? pictures : undefined));
  console.log("| 2G, seconds | median | longest |\n| --- | --- | --- |");
  for (const name of Object.keys(all[0])) {
    const values = all.map((one) => one[name] / 1000).sort((a, b) => a - b);
    console.log(`| ${name} | ${values[Math.floor(values.length / 2)].toFixed(1)} | ${values.at(-1).toFixed(1)} |`);
  }
} finally {
  await browser.close();
  front.close();
  front.closeAllConnections();
  await Promise.all([mock.stop(), host.stop()]);
}
