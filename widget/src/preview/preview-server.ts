import type { EventPayload, EventType } from "../../../protocol/events.ts";
import type { Message } from "../../../protocol/messages.ts";
import type { InitResponse } from "../../../protocol/requests.ts";
import type { PreviewMessage } from "../../../protocol/widget-preview.ts";
import { playTurn } from "./sample-turn.ts";

const api = "/api/v1/chat/";
const dayMs = 86_400_000;
const sampleNumber = 1042;

/** Simulates the server for one conversation of a preview; lives as long as the page. */
export class PreviewServer {
  readonly #told: Promise<PreviewMessage>;
  /** Sets the content of the preview. Earlier requests wait for it. */
  readonly open: (message: PreviewMessage) => void;
  readonly #listeners = new Set<(frame: string, isEnd: boolean) => void>();
  readonly #messages: Message[] = [];
  #ticket: InitResponse["ticket"] = {
    id: crypto.randomUUID(),
    number: sampleNumber,
    status: "open",
    owner: "assistant",
  };
  #sequence = 0;
  #part = 0;
  #hasForm = true;

  constructor() {
    let open: (message: PreviewMessage) => void = () => {};
    this.#told = new Promise((told) => {
      open = told;
    });
    this.open = open;
  }

  /** The simulated response. Undefined for a request outside the API. */
  async answer(request: Request): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(api)) return undefined;
    const message = await this.#told;
    switch (pathname.slice(api.length)) {
      case "init":
        return Response.json(this.#session(message));
      case "form":
        this.#hasForm = false;
        return Response.json(this.#session(message));
      case "tickets":
        return request.method === "POST"
          ? Response.json(this.#session(message))
          : Response.json({ items: [], next_cursor: null });
      case "events":
        return this.#follow(request.signal);
      case "stream":
        return this.#stream(request, message);
      case "articles":
        return Response.json({ items: [] });
      case "teaser":
        return Response.json({ teaser: null });
      case "resolution":
        return Response.json({ reopen_until: null, rating: null, transcript: null });
      default:
        return Response.json({ ok: true });
    }
  }

  #session({ tenant }: PreviewMessage): InitResponse {
    const { form, ...shown } = tenant;
    return {
      ...shown,
      token: "preview",
      expires_at: new Date(Date.now() + dayMs).toISOString(),
      ticket: { ...this.#ticket, ...(form && this.#hasForm ? { form } : {}) },
      reachable: true,
      messages: this.#messages,
      earlier_cursor: null,
      pending: null,
      sequence: this.#sequence,
    };
  }

  #follow(signal: AbortSignal, isTurn = false): Response {
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const write = (frame: string, isEnd: boolean) => {
          controller.enqueue(encoder.encode(frame));
          if (!isTurn || !isEnd) return;
          this.#listeners.delete(write);
          controller.close();
        };
        this.#listeners.add(write);
        controller.enqueue(encoder.encode(": ping\n\n"));
        signal.addEventListener("abort", () => {
          if (this.#listeners.delete(write)) controller.error(signal.reason);
        });
      },
    });
    return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
  }

  async #stream(request: Request, message: PreviewMessage): Promise<Response> {
    const { message_id: id, content } = (await request.json()) as { message_id: string; content: string };
    const response = this.#follow(request.signal, true);
    this.say("visitor", content, { id });
    void playTurn(this, message.scene);
    return response;
  }

  /** Sends an event to all listeners. */
  tell<T extends EventType>(type: T, payload: EventPayload<T>, isStored = true): void {
    this.#sequence += isStored ? 1 : 0;
    this.#part = isStored ? 0 : this.#part + 1;
    const event = {
      type,
      event_id: crypto.randomUUID(),
      turn_id: "preview",
      sequence: this.#sequence,
      created_at: new Date().toISOString(),
      ...payload,
    };
    const frame = `id: ${this.#sequence}.${this.#part}\nevent: ${type}\ndata: ${JSON.stringify(event)}\n\n`;
    for (const listener of this.#listeners) listener(frame, type === "end");
  }

  /** Adds a message to the conversation. */
  say(role: Message["role"], content: string, more: Partial<Message> = {}): void {
    const message: Message = {
      id: crypto.randomUUID(),
      role,
      content,
      citations: [],
      grade: null,
      cached: false,
      usage: null,
      created_at: new Date().toISOString(),
      ...more,
    };
    this.#messages.push(message);
    this.tell("message", { message });
  }

  /** Hands the ticket over to the team. */
  escalate(content: string): void {
    this.#ticket = { ...this.#ticket, status: "pending_human", owner: "human" };
    this.tell("escalation", { ticket_number: sampleNumber, reason: "asked_for_person", content });
    this.say("assistant", content);
    this.tell("owner", { owner: "human", status: "pending_human" });
  }
}
