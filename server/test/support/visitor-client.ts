import { createParser } from "eventsource-parser";
import { type StreamEvent, streamEventSchema } from "../../../protocol/events.ts";
import { type InitResponse, initResponseSchema } from "../../../protocol/requests.ts";
import { newId } from "../../core/ids.ts";

export interface SseItem {
  id: string | undefined;
  event: StreamEvent;
}

/** A visitor without a browser: makes the widget's requests itself. */
export class VisitorClient {
  readonly session: InitResponse;
  readonly #api: string;
  readonly #origin: string;

  private constructor(api: string, origin: string, session: InitResponse) {
    this.#api = api;
    this.#origin = origin;
    this.session = session;
  }

  static async init(api: string, tenantId: string, origin: string): Promise<VisitorClient> {
    const response = await fetch(`${api}/chat/init`, {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify({ tenant_id: tenantId }),
    });
    if (!response.ok) throw new Error(`init answered ${response.status}: ${await response.text()}`);
    return new VisitorClient(api, origin, initResponseSchema.parse(await response.json()));
  }

  /** The same visitor and session on another server. */
  at(api: string): VisitorClient {
    return new VisitorClient(api, this.#origin, this.session);
  }

  async call(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.#api}/chat/${path}`, {
      ...init,
      headers: {
        origin: this.#origin,
        authorization: `Bearer ${this.session.token}`,
        "content-type": "application/json",
        ...init.headers,
      },
    });
  }

  /** Sends a message and yields its stream items as they arrive. */
  async *ask(content: string, messageId: string = newId()): AsyncGenerator<SseItem> {
    const response = await this.call("stream", {
      method: "POST",
      body: JSON.stringify({ message_id: messageId, content }),
    });
    if (!response.ok) throw new Error(`stream answered ${response.status}: ${await response.text()}`);
    yield* readSse(response);
  }

  async history() {
    const response = await this.call("history");
    return (await response.json()) as { messages: { role: string; content: string; id: string }[]; sequence: number };
  }
}

/** The events of an SSE response, each validated against the protocol. */
async function* readSse(response: Response): AsyncGenerator<SseItem> {
  const items: SseItem[] = [];
  const parser = createParser({
    onEvent: (message) => {
      if (message.event === "desk") return;
      items.push({ id: message.id, event: streamEventSchema.parse(JSON.parse(message.data)) });
    },
  });
  const decoder = new TextDecoder();
  if (!response.body) return;
  for await (const bytes of response.body) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    yield* items.splice(0);
  }
}
