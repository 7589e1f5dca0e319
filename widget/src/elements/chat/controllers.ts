import type { LitElement, ReactiveController, ReactiveControllerHost } from "lit";
import type { ChatClient } from "../../client/chat-client.ts";
import type { Locale } from "../../i18n/locale.ts";
import { parts } from "../../panel/parts.ts";
import type { ViewState } from "../../view/state.ts";
import type { AttachComponent } from "../attach/attach.ts";

/** Nearer than this to the end counts as being there. */
const endZonePx = 48;

/** Keeps a scrolling log at its end while texts grow, unless the visitor has scrolled up to read. */
export class StickToEnd implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #observer = new ResizeObserver(() => this.#keep());
  #log: HTMLElement | undefined;
  #lastTop = 0;
  isAtEnd = true;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Begins to watch the log and its content, once they are there. */
  watch(log: HTMLElement | null, content: HTMLElement | null): void {
    if (!log || !content || this.#log === log) return;
    this.#log = log;
    this.#observer.disconnect();
    this.#observer.observe(content);
    this.#observer.observe(log);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#log = undefined;
  }

  /** The visitor, or a growing text, moved the log. */
  onScroll = (): void => {
    if (!this.#log) return;
    const { scrollHeight, scrollTop, clientHeight } = this.#log;
    const isNear = scrollHeight - scrollTop - clientHeight < endZonePx;
    // Content that grew in the meantime also leaves a gap; only moving up means that somebody reads.
    const isAtEnd = isNear || (this.isAtEnd && scrollTop >= this.#lastTop);
    this.#lastTop = scrollTop;
    if (isAtEnd === this.isAtEnd) return;
    this.isAtEnd = isAtEnd;
    this.#host.requestUpdate();
  };

  /** Goes to the newest message. */
  jump = (): void => {
    this.isAtEnd = true;
    this.#keep();
    this.#host.requestUpdate();
  };

  #keep(): void {
    if (this.#log && this.isAtEnd) this.#log.scrollTop = this.#log.scrollHeight;
  }
}

type Host = ReactiveControllerHost & HTMLElement & { client: ChatClient | undefined };

/** Shows what an element's client says while the element is on the page; one that comes back goes on. */
export class WatchClient implements ReactiveController {
  readonly #host: Host;
  readonly #show: (state: ViewState) => void;
  #watched: ChatClient | undefined;
  #stop: (() => void) | undefined;

  constructor(host: Host, show: (state: ViewState) => void) {
    this.#host = host;
    this.#show = show;
    host.addController(this);
  }

  hostConnected(): void {
    // An element that the page itself wrote down has nothing to show.
    if (!this.#host.client) this.#host.hidden = true;
    this.#host.requestUpdate();
  }

  hostUpdate(): void {
    const { client } = this.#host;
    if (client === this.#watched) return;
    this.hostDisconnected();
    this.#watched = client;
    if (client) this.#show(client.state);
    this.#stop = client?.subscribe(this.#show);
  }

  hostDisconnected(): void {
    this.#stop?.();
    this.#watched = undefined;
  }
}

/** On a phone the on-screen keyboard covers the page without resizing it: keeps the panel in the part that is seen. */
export class FitViewport implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    window.visualViewport?.addEventListener("resize", this.#fit);
    window.visualViewport?.addEventListener("scroll", this.#fit);
    // Elsewhere nothing looks at it, and asking for it makes the browser lay the page out.
    if (matchMedia("(max-width: 480px), (max-height: 480px)").matches) this.#fit();
  }

  hostDisconnected(): void {
    window.visualViewport?.removeEventListener("resize", this.#fit);
    window.visualViewport?.removeEventListener("scroll", this.#fit);
  }

  #fit = (): void => {
    const view = window.visualViewport;
    // A page zoomed by two fingers also has a small visual viewport; there the panel stays as it is.
    if (!view || view.scale > 1.01) return;
    this.#host.style.setProperty("--_view-height", `${Math.round(view.height)}px`);
    this.#host.style.setProperty("--_view-top", `${Math.round(view.offsetTop)}px`);
  };
}

/** What comes to the panel of files, by the button, a drop or a paste, goes to the part that knows them, which is fetched for it. */
export class CatchFiles {
  readonly #host: LitElement & { locale: Locale };
  readonly #isOffered: () => boolean;

  constructor(host: LitElement & { locale: Locale }, isOffered: () => boolean) {
    this.#host = host;
    this.#isOffered = isOffered;
  }

  /** Files that go with the message that is sent now. */
  get given(): ReturnType<AttachComponent["give"]> | undefined {
    // Before its code is there, nothing was chosen.
    return this.#element?.give?.();
  }

  get #element(): Partial<AttachComponent> | null {
    return this.#host.renderRoot.querySelector<AttachComponent>("parley-attach");
  }

  /** Hands it over. `type` is that of the event that it came by. */
  async take(type: string, files: readonly File[] = []): Promise<void> {
    await this.#host.locale.learn();
    await parts.attach.load();
    await this.#element?.take?.(type, files);
  }

  /** Files above the panel are kept from the page, which would leave for them. */
  readonly onFiles = (event: Partial<DragEvent & ClipboardEvent> & Event): void => {
    const data = event.dataTransfer ?? event.clipboardData;
    // A text that is copied from an office program brings its picture along.
    if (!this.#isOffered() || !data?.types.includes("Files") || data.types.includes("text/plain")) return;
    event.preventDefault();
    void this.take(event.type, [...data.files]);
  };
}
