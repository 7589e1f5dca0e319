import type { LitElement, ReactiveController, ReactiveControllerHost } from "lit";
import type { ChatClient } from "../../client/chat-client.ts";
import type { Locale } from "../../i18n/locale.ts";
import { parts } from "../../panel/parts.ts";
import type { ViewState } from "../../view/state.ts";
import type { AttachComponent } from "../attach/attach.ts";

/** A distance to the end below this counts as being at the end. */
const endZonePx = 48;

/**
 * Keeps a scrolling log at its end while texts grow, unless the visitor has scrolled up to read. A question stays in view while its answer
 * grows: the visitor reads from the beginning.
 */
export class StickToEnd implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #questionTop: (log: HTMLElement) => number | undefined;
  readonly #observer = new ResizeObserver(() => this.#keep());
  #log: HTMLElement | undefined;
  #lastTop = 0;
  /** The visitor wants the end, whatever leaves the view. */
  #isFree = false;
  #isAtEnd = true;
  /** Something is below what is seen. */
  hasMore = false;

  /** @param questionTop where the question is whose answer is the last item, in pixels from the log's top edge. */
  constructor(host: ReactiveControllerHost, questionTop: (log: HTMLElement) => number | undefined) {
    this.#host = host;
    this.#questionTop = questionTop;
    host.addController(this);
  }

  /** Observes the log and its content once they exist. */
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

  /** The log scrolled, by the visitor or by growing text. */
  onScroll = (): void => {
    if (!this.#log) return;
    const { scrollTop } = this.#log;
    // Growing content also leaves a gap to the end. Only scrolling up means that the visitor is reading.
    this.#isAtEnd = this.#isNear || (this.#isAtEnd && scrollTop >= this.#lastTop);
    this.#lastTop = scrollTop;
    this.#note();
  };

  get #isNear(): boolean {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = this.#log ?? {};
    return scrollHeight - scrollTop - clientHeight < endZonePx;
  }

  #note(): void {
    if (this.hasMore !== this.#isNear) return;
    this.hasMore = !this.hasMore;
    this.#host.requestUpdate();
  }

  /** Scrolls to the newest message. */
  jump = (): void => this.follow(true);

  /** Goes to the newest message, and on with what comes. @param isFree the question before it may leave the view. */
  follow(isFree = false): void {
    this.#isAtEnd = true;
    this.#isFree = isFree;
    this.#keep();
  }

  #keep(): void {
    const log = this.#log;
    if (!log || !this.#isAtEnd) return;
    const top = this.#isFree ? undefined : this.#questionTop(log);
    log.scrollTop = top === undefined ? log.scrollHeight : log.scrollTop + Math.max(0, top);
    this.#note();
  }
}

type Host = ReactiveControllerHost & HTMLElement & { client: ChatClient | undefined };

/** Passes the client's state to an element while the element is on the page, also after it was removed and added again. */
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
    // An element that the page's own HTML contains has no client, so nothing to show.
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

/** Passes files for the panel, from the button, a drop or a paste, to the attachment part, and loads that part first. */
export class CatchFiles {
  readonly #host: LitElement & { locale: Locale };
  readonly #isOffered: () => boolean;

  constructor(host: LitElement & { locale: Locale }, isOffered: () => boolean) {
    this.#host = host;
    this.#isOffered = isOffered;
  }

  /** The files for the message that is being sent. */
  give(isApart: boolean): ReturnType<AttachComponent["give"]> | undefined {
    // Before its code has loaded, the visitor cannot have chosen files.
    return this.#element?.give?.(isApart);
  }

  get #element(): Partial<AttachComponent> | null {
    return this.#host.renderRoot.querySelector<AttachComponent>("parley-attach");
  }

  /** Passes files on. `type` is the type of the event that brought them. */
  async take(type: string, files: readonly File[] = []): Promise<void> {
    await this.#host.locale.learn();
    await parts.attach.load();
    await this.#element?.take?.(type, files);
  }

  /** Keeps files from the browser, which would leave the page to open a dropped file. */
  readonly onFiles = (event: Partial<DragEvent & ClipboardEvent> & Event): void => {
    const data = event.dataTransfer ?? event.clipboardData;
    // Text copied from an office program also contains a picture of it.
    if (!this.#isOffered() || !data?.types.includes("Files") || data.types.includes("text/plain")) return;
    event.preventDefault();
    void this.take(event.type, [...data.files]);
  };
}
