import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { ChatClient } from "../../client/chat-client.ts";
import type { ViewState } from "../../view/state.ts";

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
