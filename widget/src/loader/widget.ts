import type { PageCall, Panel, PanelModule } from "../panel/contract.ts";
import { storedAppearance } from "../theme/kept-look.ts";
import { Launcher } from "./launcher.ts";
import { type LoaderOptions, languageOf } from "./options.ts";
import { launcherName } from "./words.ts";

const opening = /^(open|send)$/;
const waking = /^(open|send|prefill|reset)$/;
const known = /^(open|send|prefill|reset|close|toggle|identify|on|off|setPage|shutdown)$/;

/** Time in ms for which the launcher is hidden after the panel's code could not be loaded. */
const blockedMs = 5_000;

/** Delay in ms. By then a page has done most of its start, and hardly any visitor has begun to chat in another tab. */
const quietMs = 1_000;

/** The launcher. Collects the page's calls until the panel's code has loaded and runs them. */
export class Widget {
  readonly #options: LoaderOptions;
  /** Resolves with undefined when the code could not be loaded. */
  readonly #importPanel: () => Promise<PanelModule | undefined>;
  readonly #launcher: Launcher;
  readonly #elements: HTMLElement[] = [];
  #inline: HTMLElement | undefined;
  #calls: PageCall[] = [];
  #loading: Promise<Panel | undefined> | undefined;
  #panel: Panel | undefined;
  #isOver = false;

  constructor(options: LoaderOptions, importPanel: () => Promise<PanelModule | undefined>) {
    this.#options = options;
    this.#importPanel = importPanel;
    this.#launcher = new Launcher(launcherName(languageOf(options)), () => this.run("toggle", []));
    const kept = storedAppearance(options.tenantId);
    this.#launcher.setAppearance(options.look, kept);
    // A visitor who comes near the launcher will press it: the code is loaded early. That sends and stores nothing.
    for (const sign of ["pointerover", "focusin"]) {
      this.#launcher.element.addEventListener(sign, () => void importPanel());
    }
    const inline = document.querySelector<HTMLElement>("body parley-chat");
    if (inline) this.#openWhenSeen(inline);
    else this.#place(this.#launcher.element);
    // A link in an e-mail opens the chat. The server reads the part of the address after `#parley=`.
    if (/^#parley/.test(location.hash)) this.run("open", []);
    // A visitor who never opened the chat has nothing to continue: the page's own start has priority.
    setTimeout(this.#listen, kept.accent ? 0 : quietMs);
  }

  #listen = (): void => {
    new MutationObserver(this.#stay).observe(document.documentElement, { childList: true });
    this.#stay();
    // This visitor may also begin a chat in another tab.
    addEventListener("storage", this.#resume);
    this.#resume();
  };

  /** A chat inside the page begins when it becomes visible. */
  #openWhenSeen(inline: HTMLElement): void {
    this.#inline = inline;
    new IntersectionObserver(([seen], observer) => {
      if (!seen?.isIntersecting) return;
      observer.disconnect();
      this.run("open", []);
    }).observe(inline);
  }

  /** Runs one call of the page. */
  run = (...call: PageCall): unknown => {
    const [name] = call;
    if (this.#isOver) return undefined;
    if (!known.test(name)) return console.warn("Parley: unknown call", name);
    if (name === "shutdown") {
      this.#isOver = true;
      this.#launcher.element.remove();
    }
    return this.#panel ? this.#panel.run(...call) : this.#wait(...call);
  };

  /** Continues the state of the previous page: opens the panel, or follows the feed for an expected answer. */
  #resume = (): void => {
    try {
      const key = `parley:${this.#options.tenantId}`;
      const kept = [localStorage, sessionStorage].map((storage) => storage.getItem(key));
      if (/"(follow|open)":true/.test(`${kept}`)) void this.#wake().then((panel) => panel?.resume());
    } catch {
      // Storage is blocked: nothing was stored.
    }
  };

  /** Queues a call until there is a panel. Some calls load the panel. */
  #wait(name: string, args: readonly unknown[]): unknown {
    const { isOpen } = this.#launcher;
    const call: PageCall = [name === "toggle" ? (isOpen ? "close" : "open") : name, args];
    if (call[0] === "close") this.#unopen();
    else this.#calls.push(call);
    if (opening.test(call[0])) this.#launcher.setOpen(true);
    if (waking.test(call[0])) void this.#wake();
    if (name === "on") return () => this.run("off", args);
    return name === "identify" ? Promise.resolve(true) : undefined;
  }

  /** Cancels the opening: the panel was closed before it existed, or cannot be loaded. */
  #unopen(): void {
    this.#calls = this.#calls.filter(([name]) => !opening.test(name));
    this.#launcher.setOpen(false);
  }

  #wake(): Promise<Panel | undefined> {
    this.#loading ??= this.#mount().catch(() => {
      this.#loading = undefined;
      this.#unopen();
      // A press would do nothing now. Later the next press tries again.
      this.#launcher.element.hidden = true;
      setTimeout(() => {
        this.#launcher.element.hidden = false;
      }, blockedMs);
      return undefined;
    });
    return this.#loading;
  }

  async #mount(): Promise<Panel | undefined> {
    // Without the code this throws, and `#wake` tries again later.
    const { mountPanel } = (await this.#importPanel()) as PanelModule;
    const { apiUrl, tenantId, look } = this.#options;
    const panel = await mountPanel({
      apiUrl: apiUrl(),
      tenantId,
      look,
      languages: [languageOf(this.#options), ...navigator.languages],
      launcher: this.#launcher,
      inline: this.#inline,
      place: this.#place,
    });
    this.#panel = panel;
    // Run other calls, such as `identify`, before the calls that open the chat.
    for (const isOpening of [false, true]) {
      for (const call of this.#calls) if (opening.test(call[0]) === isOpening) panel.run(...call);
    }
    return panel;
  }

  #place = (element: HTMLElement): void => {
    this.#elements.push(element);
    this.#stay();
  };

  /** Beside the body, not in it: pages that swap or empty their body keep the chat. */
  #stay = (): void => {
    for (const element of this.#elements) {
      if (!this.#isOver && !element.isConnected) document.documentElement.append(element);
    }
  };
}
