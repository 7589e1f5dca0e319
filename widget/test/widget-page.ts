import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { launchBrowser } from "../../ui/test/browser.ts";
import { builtOnce } from "../../ui/test/built-once.ts";
import { HostPage } from "./host-page.ts";
import { MockServer } from "./mock-server.ts";
import { defaultTheme, defaultWords, plainAlerts, plainHome } from "./mock-tenant.ts";
import { MockTicket } from "./mock-ticket.ts";
import { citedTurn } from "./turns.ts";

export interface VisitOptions extends BrowserContextOptions {
  lang?: string;
  /** Rules of the page's own. */
  style?: string;
  /** What stands on the page. */
  main?: string;
  /** A script that runs before all others. */
  before?: string;
  /** More attributes of the script tag. */
  script?: string;
  /** The time that it is for page and server, all the while. */
  now?: Date;
}

/** Host page, scripted server and browser of a test file, with the ways to the parts of the widget. */
export class WidgetPage {
  readonly host: HostPage;
  readonly server: MockServer;
  readonly #browser: Browser;
  #page: Page | undefined;

  private constructor(browser: Browser, host: HostPage, server: MockServer) {
    this.#browser = browser;
    this.host = host;
    this.server = server;
  }

  static async start(): Promise<WidgetPage> {
    const [widgetFolder, browser] = await Promise.all([builtOnce("widget/vite.config.ts"), launchBrowser()]);
    const host = await new HostPage().start();
    const server = await new MockServer({ widgetFolder, allowedOrigin: () => host.origin, turn: citedTurn }).start();
    return new WidgetPage(browser, host, server);
  }

  get page(): Page {
    if (!this.#page) throw new Error("nothing was visited yet");
    return this.#page;
  }

  /** Opens the host page in a browser context of its own; nothing on it moves. */
  async visit(options: VisitOptions = {}): Promise<void> {
    const { lang = "en", style = "", main = "Host", script = "", before = "", now, ...context } = options;
    this.host.html =
      `<!doctype html><html lang="${lang}"><head><meta name="viewport" content="width=device-width"><title>Host</title><style>${style}</style></head>` +
      `<body><main>${main}</main><script async src="${this.server.origin}/widget/parley.js" data-tenant="5b7c1f1e-0000-7000-8000-000000000001" ${script}></script></body></html>`;
    const defaults = { viewport: { width: 1100, height: 800 }, reducedMotion: "reduce" } as const;
    this.#page = await (await this.#browser.newContext({ ...defaults, ...context })).newPage();
    await this.page.addInitScript(before);
    if (now) {
      MockTicket.now = () => now;
      await this.page.clock.setFixedTime(now);
    }
    await this.page.goto(this.host.origin);
  }

  /** Opens the panel by the launcher. */
  async open(): Promise<void> {
    await this.launcher.click();
    await this.page.getByText("Hello! Ask me anything").waitFor();
  }

  /** Sends a message, and waits for nothing. */
  async ask(text: string): Promise<void> {
    const field = this.page.locator("parley-composer textarea");
    await field.fill(text);
    await field.press("Enter");
  }

  get launcher() {
    return this.page.locator("[data-parley=launcher] button");
  }

  get panel() {
    return this.page.locator("parley-chat .panel");
  }

  /** Leaves the page. */
  async leave(): Promise<void> {
    await this.#page?.context().close();
    this.#page = undefined;
    MockTicket.now = () => new Date();
    this.server.turn = citedTurn;
    this.server.theme = defaultTheme;
    this.server.home = plainHome;
    this.server.alerts = plainAlerts;
    Object.assign(this.server, defaultWords);
    this.server.reachable = true;
    this.server.found = [];
    this.server.article = () => undefined;
    this.server.offer = undefined;
    this.server.form = undefined;
    this.server.memories = undefined;
    this.server.teaser = null;
    this.server.beforeUpload = async () => {};
    this.server.requests.length = 0;
    this.server.failures.clear();
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await Promise.all([this.server.stop(), this.host.stop()]);
  }
}
