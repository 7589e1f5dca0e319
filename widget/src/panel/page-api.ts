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

/** What the page asks of `Parley(...)`, and what it is told. */
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

  /** What the page says of itself, not looked at. */
  page: unknown;

  resume(): void {
    this.#isWaiting = true;
    this.#resume();
  }

  /** Tells the page what happened: who listens here, and who listens to DOM events `parley:<name>`. */
  tell = <N extends PageEventName>(name: N, detail: PageEvents[N]): void => {
    this.#listeners.tell(name, detail);
    this.#element.dispatchEvent(new CustomEvent(`parley:${name}`, { detail, bubbles: true }));
  };

  /** Closes the panel and gives the keyboard back. */
  close(): void {
    if (this.#element.hidden || this.#element.isInline) return;
    this.#launcher.setOpen(false);
    giveFocusBack(this.#launcher);
    // It would lead to nothing on this page.
    this.#launcher.element.hidden = isHopeless(this.#client.state);
    this.#element.hidden = true;
    this.#client.show(false);
    this.tell("close", undefined);
  }

  #open(question?: unknown): void {
    if (this.#element.hidden) this.#show();
    if (typeof question === "string" && question.trim() !== "") this.#element.ask(question.trim());
    // In its place on the page it takes the keyboard from nobody.
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
    if (matchMedia("(max-width: 480px), (max-height: 480px)").matches && !this.#element.isInline)
      void parts.phone.load().then(({ behaveOnPhone }) => behaveOnPhone(this.#element));
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

/** Whether the session that is being begun, if there is one, did begin. */
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

/** Gives the keyboard back after the panel was closed: to what opened it, unless the visitor is elsewhere by now. */
function giveFocusBack({ opener, button }: Launcher): void {
  const { activeElement, body } = document;
  if (activeElement !== body && activeElement?.localName !== "parley-chat") return;
  const options = { preventScroll: true };
  if (opener instanceof HTMLElement || opener instanceof SVGElement) opener.focus(options);
  if (document.activeElement === activeElement) button.focus(options);
}
