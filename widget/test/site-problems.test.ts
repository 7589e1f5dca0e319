import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { HostPage } from "./host-page.ts";
import { WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
let folder: string;
beforeAll(async () => {
  on = await WidgetPage.start();
  folder = mkdtempSync(join(tmpdir(), "parley-site-"));
});
afterAll(async () => {
  await on?.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => on.leave());

const tenant = "5b7c1f1e-0000-7000-8000-000000000001";
const other = "5b7c1f1e-0000-7000-8000-000000000002";
const scriptUrl = () => `${on.server.origin}/widget/parley.js`;
const tag = (attributes = `data-tenant="${tenant}"`) => `<script async src="${scriptUrl()}" ${attributes}></script>`;

/** Opens a page with this HTML and notes what Parley says in its console. */
async function show(html: string, url = on.host.origin): Promise<{ said: string[] }> {
  await on.visit();
  on.host.html = html;
  const said: string[] = [];
  on.page.on("console", (message) => message.text().startsWith("Parley") && said.push(message.text()));
  await on.page.goto(url);
  return { said };
}

async function chat(): Promise<void> {
  await on.open();
  await on.ask("How do I allow subdomains?");
  await on.page.locator("parley-message .sources").waitFor();
}

describe("a page that replaces fetch", () => {
  it.each([
    ["credentials", "window.fetch = ((f) => (u, o) => f(u, { ...o, credentials: 'include' }))(fetch)"],
    [
      "headers",
      "window.fetch = ((f) => (u, o = {}) => f(u, { ...o, headers: { ...o.headers, 'X-CSRF-Token': 'a' } }))(fetch)",
    ],
    [
      "only its own headers",
      "window.fetch = ((f) => (u, o = {}) => f(u, { ...o, headers: { 'X-CSRF-Token': 'a' } }))(fetch)",
    ],
    ["a list of hosts", "window.fetch = () => { throw new Error('not on the list') }"],
    ["parsed answers", "window.fetch = ((f) => (...a) => f(...a).then((r) => r.json()))(fetch)"],
    ["a proxy", "window.fetch = new Proxy(fetch, { apply: (f, t, [u, o]) => f(u, { ...o, credentials: 'include' }) })"],
    ["nothing", "delete window.fetch; window.fetch = undefined"],
    [
      "and patches prototypes",
      `Array.prototype.contains = function (x) { return this.indexOf(x) >= 0 }; Object.prototype.extend = function () {};
       window.Promise = class P extends Promise {}; Array.from = ((f) => function () { return f.apply(Array, arguments) })(Array.from);
       Date.prototype.toJSON = () => "x"; String.prototype.trim = function () { return String(this) };
       window.fetch = ((f) => function (u, o) { return f.call(window, u, Object.assign({}, o, { credentials: "include" })) })(window.fetch)`,
    ],
  ])("has a chat that works: %s", async (_what, script) => {
    const { said } = await show(`<!doctype html><body><script>${script}</script>${tag()}`);
    await chat();
    expect(said).toEqual([]);
  });

  it("is named when the server cannot be reached either way", async () => {
    const { said } = await show(
      `<!doctype html><body><script>window.fetch = () => Promise.reject(new Error("x"))</script>${tag()}`,
    );
    await on.launcher.hover();
    await on.page.route("**/api/v1/chat/**", (route) => route.abort());
    await on.page.route("**/widget/parley.js", (route) => route.abort());
    await on.launcher.click();
    await expect.poll(() => said).toEqual([expect.stringContaining("This page replaces window.fetch")]);
  });
});

describe("a script tag with a problem", () => {
  it.each<[string, () => string, RegExp, boolean]>([
    ["twice", () => tag() + tag(), /2 script tags.*remove the others/, true],
    [
      "of two tenants",
      () => tag().replace("async ", "") + tag(`data-tenant="${other}"`),
      new RegExp(`The chat is that of ${tenant}; remove that tag or the one of ${other}`),
      true,
    ],
    ["of a module", () => tag(`type="module" data-tenant="${tenant}"`), /Remove type="module"/, false],
    ["without a tenant", () => tag(""), /Add data-tenant/, false],
    ["with an empty tenant", () => tag('data-tenant=" "'), /Add data-tenant/, false],
    ["twice, once without a tenant", () => tag() + tag(""), /Add data-tenant/, true],
  ])("is named in one line: %s", async (_what, body, line, hasLauncher) => {
    const { said } = await show(`<!doctype html><body>${body()}`);
    await expect.poll(() => said).toEqual([expect.stringMatching(line)]);
    await on.page.waitForLoadState("networkidle");
    expect(said.length).toBe(1);
    expect(await on.launcher.count()).toBe(hasLauncher ? 1 : 0);
  });

  /** What such tools do: they take the type away when the visitor acts, or when the page has loaded. */
  const late = (type: string, attribute: string, sign: string) =>
    `<script>addEventListener("${sign}", () => setTimeout(() => {
      for (const old of document.querySelectorAll('script[type="${type}"]')) {
        const next = document.createElement("script");
        for (const { name, value } of old.attributes) if (name !== "type") next.setAttribute(name, value);
        if (next.dataset.rocketSrc) next.src = next.dataset.rocketSrc;
        old.replaceWith(next);
      }
    }), { once: true })</script><script type="${type}" async ${attribute}="${scriptUrl()}" data-tenant="${tenant}"></script>`;

  it.each([
    ["5b1-text/javascript", "src", "load"],
    ["rocketlazyloadscript", "data-rocket-src", "pointermove"],
  ])("is named when an optimiser holds the script back: %s", async (type, attribute, sign) => {
    const { said } = await show(`<!doctype html><body>${late(type, attribute, sign)}`);
    await on.page.mouse.move(50, 50);
    await on.page.mouse.move(60, 60);
    await on.launcher.waitFor();
    await expect.poll(() => said).toEqual([expect.stringContaining('add data-cfasync="false" and nowprocket')]);
    expect(await on.page.evaluate("typeof Parley")).toBe("function");
  });

  it("that is right is not named, nor one that a tag manager adds", async () => {
    const { said } = await show(`<!doctype html><body>${tag()}`);
    await chat();
    expect(said).toEqual([]);
  });
});

describe("a page whose origin is not allowed", () => {
  it("is named as the server sees it, with its port and the command", async () => {
    const elsewhere = await new HostPage().start();
    elsewhere.html = `<!doctype html><body>${tag()}`;
    const { said } = await show("", elsewhere.origin);
    await on.launcher.click();
    const command = `npx parley domain add ${elsewhere.origin} --tenant ${tenant}`;
    await expect.poll(() => said).toEqual([expect.stringContaining(command)]);
    expect(said[0]).toContain(`origin ${elsewhere.origin}.`);
    await on.page.goto("about:blank");
    await elsewhere.stop();
  });

  it("is called null for a file", async () => {
    const file = join(folder, "page.html");
    writeFileSync(file, `<!doctype html><body>${tag()}`);
    const { said } = await show("", pathToFileURL(file).href);
    await on.launcher.click();
    await expect.poll(() => said).toEqual([expect.stringMatching(/origin "null".*a file/)]);
  });

  it("is called null in a sandboxed frame", async () => {
    const { said } = await show(
      `<!doctype html><body><iframe sandbox="allow-scripts" width="600" height="700" srcdoc='${tag()}'></iframe>`,
    );
    await on.page.frameLocator("iframe").locator("[data-parley=launcher] button").click();
    await expect.poll(() => said).toEqual([expect.stringMatching(/origin "null".*allow-same-origin/)]);
  });
});
