import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PackageSite } from "./package-site.ts";

let site: PackageSite;
beforeAll(async () => {
  site = await PackageSite.start();
  const types = "declare global { interface Window { heard: string[]; known: Promise<boolean> } }";
  site.write("vite.ts", `import { loadParley } from "parley-widget"; ${types}${use()}`);
  site.write("react.tsx", new URL("react/page.tsx", import.meta.url));
  await site.build(["vite.ts", "react.tsx"]);
}, 120_000);
afterAll(() => site?.stop());

const use = () => `
  const parley = loadParley({ server: "${site.chat.origin}/", tenant: "${site.tenant}", position: "left" });
  window.heard = [];
  parley.on("message", ({ role }) => window.heard.push(role));
  window.known = parley.identify({ name: "Ada" });
  loadParley({ server: "${site.chat.origin}", tenant: "${site.tenant}" }).send("How do I allow subdomains?");`;

async function expectChat(path: string): Promise<void> {
  const page = await site.visit(path);
  await page.locator("parley-message .sources").waitFor();
  expect(await page.evaluate("window.known")).toBe(true);
  expect(await page.evaluate("window.heard")).toEqual(["assistant"]);
  expect(await page.locator("[data-parley=launcher]").count()).toBe(1);
  expect(await page.locator("[data-parley=launcher]").getAttribute("data-position")).toBe("left");
  await page.close();
}

/** How much of the widget is on a page. */
const traces = (page: Page) =>
  page.evaluate(() => ({
    launchers: document.querySelectorAll("[data-parley=launcher]").length,
    chats: document.querySelectorAll("parley-chat").length,
    others: document.querySelectorAll("[data-parley]:not([data-parley=launcher])").length,
    scripts: document.querySelectorAll("script[src*=widget]").length,
    isCallable: "Parley" in window,
  }));

describe("the package parley-widget", () => {
  it("works on a plain page, under a strict policy with Trusted Types", async () => {
    site.write("plain.js", `import { loadParley } from "/node_modules/parley-widget/index.js";${use()}`);
    site.write("plain.html", `<!doctype html><title>P</title><script type="module" src="/plain.js"></script>`);
    await expectChat("/plain.html");
  });

  it("works in a page that Vite builds, with its types", async () => {
    await expectChat("/out/vite.ts.html");
  });

  it("works in React's strict mode: one chat, which goes along with what is mounted and leaves nothing behind", async () => {
    site.chat.teaser = { text: "Questions?", after_seconds: 0, pages: [] };
    const page = await site.visit("/out/react.tsx.html");
    const press = (name: string) => page.getByRole("button", { name, exact: true }).first().click();
    const answers = page.locator("parley-message .sources");
    const launched = { launchers: 1, chats: 1, others: 0, scripts: 2, isCallable: true };

    await page.locator("[data-parley=teaser]").getByText("Questions?").waitFor();
    expect(await traces(page)).toEqual({ ...launched, chats: 0, others: 1 });
    await press("Ask");
    await answers.waitFor();
    expect(await page.evaluate("window.heard")).toEqual(["assistant"]);
    expect(await traces(page)).toEqual(launched);

    // Other options: the same conversation, in an open chat as before.
    await press("German");
    await page.getByPlaceholder("Frage stellen…").waitFor();
    await answers.waitFor();
    expect(await traces(page)).toEqual(launched);

    for (const view of ["in its place", "bare"]) {
      await press(view);
      await page.locator("main parley-chat[inline]").waitFor();
      await answers.waitFor();
      expect(await traces(page)).toEqual({ ...launched, launchers: 0 });
    }
    await press("launcher");
    await page.locator("[data-parley=launcher]").waitFor();

    await press("nothing");
    await expect.poll(() => traces(page)).toEqual({ launchers: 0, chats: 0, others: 0, scripts: 0, isCallable: false });
    await press("launcher");
    await answers.waitFor();
    await press("Ask");
    await expect.poll(() => page.evaluate("window.heard")).toEqual(["assistant", "assistant"]);
    expect(await traces(page)).toEqual(launched);
    await page.close();
  });

  it("does nothing where there is no browser", async () => {
    const script = `import { loadParley } from "parley-widget"; const parley = loadParley({ server: "x", tenant: "y" });
      parley.open(); parley.on("open", () => {})(); parley.shutdown(); console.log(await parley.identify(null));`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
      cwd: site.folder,
    });
    expect(stdout.trim()).toBe("true");
  });
});
