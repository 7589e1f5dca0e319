import type { VisitorTicket } from "../../../protocol/visitor-tickets.ts";
import type { ChatClient } from "../client/chat-client.ts";
import { toPage } from "../client/visitor-tickets.ts";
import { parts } from "../panel/parts.ts";
import { isWithPerson, type ViewState } from "../view/state.ts";

/** Unread answers in the visitor's conversations other than the shown one. Loaded once, and again when the feed reports a change. */
export class Others {
  readonly #client: ChatClient;
  readonly #onChange: () => void;
  #asked = "";
  #losses = 0;
  #wasLost = false;
  /** Conversations with unread answers, newest first; undefined until they are loaded. */
  unread: readonly VisitorTicket[] | undefined;
  /** True when one of the conversations is with the team. */
  isAwaited = false;

  constructor(client: ChatClient, onChange: () => void) {
    this.#client = client;
    this.#onChange = onChange;
  }

  /** Reloads the list when it may have changed. */
  look({ phase, isKnown, ticket, elsewhere, connection }: ViewState): void {
    const isLost = connection === "lost" || connection === "offline";
    // Nobody reported the messages that arrived during the loss.
    if (this.#wasLost && !isLost) this.#losses += 1;
    this.#wasLost = isLost;
    if (phase.type !== "ready" || !isKnown) return;
    const asked = `${ticket?.id} ${elsewhere} ${this.#losses}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    void this.#ask(asked);
  }

  async #ask(asked: string): Promise<void> {
    const { ask } = await parts.stream.load();
    // A list that cannot be loaded stays unchanged; the next change loads it again.
    const page = await ask(this.#client.access, "tickets")
      .then(toPage)
      .catch(() => undefined);
    if (!page || asked !== this.#asked) return;
    const others = page.items.filter(({ id }) => id !== this.#client.state.ticket?.id);
    this.unread = others.filter(({ unread }) => unread > 0);
    this.isAwaited = others.some(isWithPerson);
    this.#onChange();
  }
}
