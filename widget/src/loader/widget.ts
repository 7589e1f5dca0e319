import type { Panel, PanelModule } from "../panel-contract.ts";
import { Launcher } from "./launcher.ts";
import { Listeners } from "./listeners.ts";
import type { LoaderOptions } from "./options.ts";
import { currentPage, toVisitor } from "./visitor.ts";
import { launcherWords } from "./words.ts";

/** The launcher and, from its first use on, the panel. Does what the page asks of `Parley(...)`. */
export class Widget {
  readonly #options: LoaderOptions;
  readonly #importPanel: () => Promise<PanelModule>;
  readonly #launcher: Launcher;
  readonly #listeners = new Listeners();
  readonly #languages: readonly string[];
  #panel: Promise<Panel> | undefined;
  #visitor: unknown;
  #page: unknown;
  #isOpen = false;
  #isOver = false;

  constructor(options: LoaderOptions, importPanel: () => Promise<PanelModule>) {
    this.#options = options;
    this.#importPanel = importPanel;
    this.#languages = [options.language ?? document.documentElement.lang, ...navigator.languages].filter(Boolean);
    this.#launcher = new Launcher(launcherWords(this.#languages), () => this.#toggle());
    this.#launcher.setLook(options.look);
    document.body.append(this.#launcher.element);
  }

  /** Runs one call of the page. */
  run = (name: string, [first, second]: readonly unknown[]): unknown => {
    if (this.#isOver) return undefined;
    switch (name) {
      case "open":
        return this.#open((first as { question?: string } | undefined)?.question);
      case "close":
        return this.#close();
      case "toggle":
        return this.#toggle();
      case "identify":
        this.#visitor = first;
        return void this.#panel?.then((panel) => panel.identify(toVisitor(first)));
      case "on":
        return this.#listeners.add(first, second);
      case "setPage":
        this.#page = first;
        return undefined;
      case "shutdown":
        return this.#shutdown();
      default:
        return undefined;
    }
  };

  /** Fetches the panel's code ahead of its use; sends and stores nothing. */
  async warmUp(): Promise<void> {
    await this.#importPanel().catch(() => undefined);
  }

  #toggle(): void {
    if (this.#isOpen) this.#close();
    else this.#open();
  }

  #open(question?: unknown): void {
    this.#isOpen = true;
    this.#launcher.setOpen(true);
    const text = typeof question === "string" ? question : undefined;
    this.#panel ??= this.#mount();
    this.#panel.then(
      (panel) => {
        if (!this.#isOpen) return;
        panel.open(text);
        this.#listeners.tell("open", undefined);
      },
      () => {
        // The code could not be fetched; the next press tries again.
        this.#panel = undefined;
        this.#isOpen = false;
        this.#launcher.setOpen(false);
      },
    );
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#launcher.setOpen(false);
    this.#launcher.focus();
    void this.#panel?.then((panel) => panel.close());
    this.#listeners.tell("close", undefined);
  }

  #shutdown(): void {
    this.#isOver = true;
    this.#launcher.element.remove();
    void this.#panel?.then((panel) => panel.shutdown());
  }

  async #mount(): Promise<Panel> {
    const { mountPanel } = await this.#importPanel();
    const { apiUrl, tenantId, look } = this.#options;
    return mountPanel({
      apiUrl,
      tenantId,
      look,
      languages: this.#languages,
      visitor: toVisitor(this.#visitor),
      page: () => currentPage(this.#page),
      onDismiss: () => this.#close(),
      onEvent: (name, detail) => {
        if (name === "theme") this.#launcher.setLook(look, detail as Parameters<Launcher["setLook"]>[1]);
        else this.#listeners.tell(name, detail);
        if (name === "unread") this.#launcher.setUnread((detail as { count: number }).count);
      },
    });
  }
}
