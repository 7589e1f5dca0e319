import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { launchBrowser } from "../../ui/test/browser.ts";
import { builtOnce } from "../../ui/test/built-once.ts";
import { panel as panelTexts, parts as partTexts } from "../src/i18n/languages/en.json";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A locale for elements that stand alone: English, and times that do not depend on the machine. */
const locale = `({
  tag: "en", direction: "ltr",
  say: (key, values = {}) => (window.strings[key].other ?? window.strings[key]).replace(/\\{(\\w+)\\}/g, (all, name) => String(values[name] ?? all)),
  learn: async () => {}, add: (texts) => void Object.assign(window.strings, texts),
  time: (at) => at.slice(11, 16), moment: (at) => at.slice(0, 16),
})`;

export interface ElementPage {
  page: Page;
  /** Puts a new element on the emptied page and waits until it is drawn. Events it sends are kept. */
  mount: (tag: string, props: Record<string, unknown>) => Promise<void>;
  /** Changes properties of the element and waits until it is drawn. */
  update: (props: Record<string, unknown>) => Promise<void>;
  /** Names and details of the element's own events so far. */
  heard: () => Promise<[string, unknown][]>;
  /** What axe finds wrong with it. */
  violations: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** An empty page in Chromium, under a strict policy, that knows the built elements. */
export async function openElementPage(): Promise<ElementPage> {
  const [browser, folder] = await Promise.all([launchBrowser(), builtOnce("widget/vite.config.ts")]);
  const server = createServer((request, response) => {
    const file = join(folder, (request.url ?? "/").slice(1));
    const isScript = request.url?.endsWith(".js") === true && existsSync(file);
    response.setHeader("Content-Security-Policy", "default-src 'none'; script-src 'self'; connect-src 'self'");
    response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html");
    response.end(
      isScript ? readFileSync(file) : "<!doctype html><html lang=en><title>Element</title><main></main></html>",
    );
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const panel = /"(panel-[^"]+\.js)"/.exec(readFileSync(join(folder, "parley.js"), "utf8").replaceAll("`", '"'))?.[1];
  const page = await browser.newPage();
  await page.goto(origin);
  const parts = readdirSync(folder).filter((file) =>
    /^panel-(?:timeline|actions|why|citation|home|article|menu|after|conversations|form|tools)-[^.]*\.js$/.test(file),
  );
  await page.evaluate(`Promise.all(${JSON.stringify([panel, ...parts])}.map((file) => import("${origin}/" + file)))`);
  await page.evaluate(`window.strings = ${JSON.stringify({ ...panelTexts, ...partTexts })}; window.locale = ${locale}; window.heard = [];
    for (const name of ["cite", "rate", "retry", "send", "stop", "dismiss", "start-over", "citation-close", "choose", "article", "ask"])
      document.addEventListener("parley-" + name, ({ detail }) => window.heard.push(["parley-" + name, detail && { ...detail, mark: undefined, opener: undefined }]));`);
  const assign = (props: Record<string, unknown>) =>
    page.evaluate(`(async () => { const element = document.querySelector("main").firstElementChild;
      Object.assign(element, ${JSON.stringify(props)}); await element.updateComplete; })()`);
  return {
    page,
    mount: async (tag, props) => {
      await page.evaluate(`window.heard.length = 0; (() => { const element = document.createElement("${tag}");
        Object.assign(element, { locale: window.locale }, ${JSON.stringify(props)});
        document.querySelector("main").replaceChildren(element); })()`);
      await assign({});
    },
    update: async (props) => void (await assign(props)),
    heard: () => page.evaluate("window.heard"),
    violations: () =>
      page.evaluate(`(async () => { ${axe}; const { violations } = await axe.run(document.querySelector("main").firstElementChild, { rules: { region: { enabled: false }, "color-contrast": { enabled: false } } });
        return violations.map((rule) => rule.id + ": " + rule.nodes.map((node) => node.target.flat().join(" ")).join(", ")); })()`),
    close: async () => {
      await browser.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
