import type { LitElement, ReactiveController, ReactiveControllerHost } from "lit";
import type { ChatClient } from "../../client/chat-client.ts";
import type { Locale } from "../../i18n/locale.ts";
import { parts } from "../../panel/parts.ts";
import type { ViewState } from "../../view/state.ts";
import type { AttachComponent } from "../attach/attach.ts";

/** Nearer than this to the end counts as being there. */
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
    const { scrollTop } = this.#log;
    // Content that grew in the meantime also leaves a gap; only moving up means that somebody reads.
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

  /** Goes to the newest message. */
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

/** What comes to the panel of files, by the button, a drop or a paste, goes to the part that knows them, which is fetched for it. */
export class CatchFiles {
  readonly #host: LitElement & { locale: Locale };
  readonly #isOffered: () => boolean;

  constructor(host: LitElement & { locale: Locale }, isOffered: () => boolean) {
    this.#host = host;
    this.#isOffered = isOffered;
  }

  /** Files that go with the message that is sent now. */
  give(isApart: boolean): ReturnType<AttachComponent["give"]> | undefined {
    // Before its code is there, nothing was chosen.
    return this.#element?.give?.(isApart);
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
