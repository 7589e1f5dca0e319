import type { ChatClient } from "../client/chat-client.ts";
import { toVisitor } from "../client/visitor.ts";
import type { ChatComponent } from "../elements/chat/chat.ts";
import type { Launcher } from "../loader/launcher.ts";
import { isHopeless, type ViewState } from "../view/state.ts";
import type { PageCall, PageEventName, PageEvents, Panel } from "./contract.ts";
import { Listeners } from "./listeners.ts";
import { parts } from "./parts.ts";

interface PageApiParts {
  client: ChatClient;
  element: ChatComponent;
  launcher: Launcher;
  onShutdown: (keeps: boolean) => void;
}

/** Runs the page's calls of `Parley(...)` and sends events to the page. */
export class PageApi implements Panel {
  readonly #client: ChatClient;
  readonly #element: ChatComponent;
  readonly #launcher: Launcher;
  readonly #onShutdown: (keeps: boolean) => void;
  readonly #listeners = new Listeners();
  #wasShown = false;
  #isWaiting = false;

  constructor({ client, element, launcher, onShutdown }: PageApiParts) {
    this.#client = client;
    this.#element = element;
    this.#launcher = launcher;
    this.#onShutdown = onShutdown;
    element.addEventListener("parley-dismiss", () => this.close());
  }

  run(...[name, [first, second]]: PageCall): unknown {
    switch (name) {
      case "open":
        return this.#open((first as { question?: unknown } | undefined)?.question);
      case "send":
        return this.#open(first);
      case "close":
        return this.close();
      case "toggle":
        return this.#element.hidden ? this.#open() : this.close();
      case "prefill":
        if (typeof first === "object") this.#client.filled = first;
        else if (this.#client.kept.draft === "") this.#element.write(String(first));
        return undefined;
      case "reset":
        this.close();
        this.#client.reset();
        return this.#element.write("");
      case "identify":
        return this.#identify(first);
      case "on":
        return this.#listeners.add(first, second);
      case "off":
        return this.#listeners.remove(first, second);
      case "setPage":
        this.page = first;
        return undefined;
      case "shutdown":
        return this.#onShutdown(!!(first as { keep?: unknown } | undefined)?.keep);
      default:
        return undefined;
    }
  }

  /** The page's description of itself, unchecked. */
  page: unknown;

  resume(): void {
    this.#isWaiting = true;
    this.#resume();
  }

  /** Sends an event to the page: to the listeners here, and as a DOM event `parley:<name>`. */
  tell = <N extends PageEventName>(name: N, detail: PageEvents[N]): void => {
    this.#listeners.tell(name, detail);
    this.#element.dispatchEvent(new CustomEvent(`parley:${name}`, { detail, bubbles: true }));
  };

  /** Closes the panel and returns the focus. */
  close(): void {
    if (this.#element.hidden || this.#element.isInline) return;
    this.#launcher.setOpen(false);
    giveFocusBack(this.#launcher);
    // When no chat can begin on this page, the launcher is hidden.
    this.#launcher.element.hidden = isHopeless(this.#client.state);
    this.#element.hidden = true;
    this.#client.show(false);
    this.tell("close", undefined);
  }

  #open(question?: unknown): void {
    if (this.#element.hidden) this.#show();
    if (typeof question === "string" && question.trim() !== "") this.#element.ask(question.trim());
    // A chat inside the page does not take the focus.
    if (!this.#element.isInline) void this.#element.updateComplete.then(() => this.#element.focus());
  }

  #show(): void {
    const { draft } = this.#client.kept;
    if (!this.#wasShown && draft !== "") this.#element.write(draft);
    this.#wasShown = true;
    this.#isWaiting = false;
    this.#element.hidden = false;
    this.#element.requestUpdate();
    this.#launcher.setOpen(true);
    this.#client.show(true);
    void parts.host.load().then(({ liveOnPage }) => liveOnPage(this.#element));
    this.tell("open", undefined);
  }

  #resume(): void {
    if (this.#isWaiting && this.#client.resume()) this.#show();
  }

  #identify(visitor: unknown): Promise<boolean> {
    this.#client.identify(toVisitor(visitor));
    this.#resume();
    return whenSettled(this.#client);
  }
}

/** Resolves when no session is starting any more: true unless the start failed. */
function whenSettled(client: ChatClient): Promise<boolean> {
  return new Promise((resolve) => {
    const check = ({ phase }: ViewState) => {
      if (phase.type === "starting") return;
      stop();
      resolve(phase.type !== "failed");
    };
    const stop = client.subscribe(check);
    check(client.state);
  });
}

/** Returns the focus after the panel was closed: to the element that opened it, unless the visitor has moved on. */
function giveFocusBack({ opener, button }: Launcher): void {
  const { activeElement, body } = document;
  if (activeElement !== body && activeElement?.localName !== "parley-chat") return;
  const options = { preventScroll: true };
  if (opener instanceof HTMLElement || opener instanceof SVGElement) opener.focus(options);
  if (document.activeElement === activeElement) button.focus(options);
}
