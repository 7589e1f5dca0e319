import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Frame, MockTicket } from "./mock-ticket.ts";

/** Plays one turn: what the server does with a visitor's message. */
export type Turn = (
  ticket: MockTicket,
  question: { id: string; content: string; turnId: string },
) => Promise<void> | void;

/** The answer to a clarification. */
export interface Resumed {
  clarification_id: string;
  choice?: string;
  cancel?: boolean;
}

export interface MockServerOptions {
  widgetFolder: string;
  /** The only page that may chat. */
  allowedOrigin: () => string;
  turn: Turn;
}

/** A scripted server that keeps the chat protocol: init, stream, events, feedback, cancel, end. */
export class MockServer {
  readonly tickets = new Map<string, MockTicket>();
  readonly requests: { method: string; path: string; headers: IncomingMessage["headers"]; body: unknown }[] = [];
  readonly #options: MockServerOptions;
  readonly #server: Server;
  readonly #feeds = new Set<ServerResponse>();
  readonly #seen = new Set<string>();
  /** Answers with this status instead, for these paths. */
  failures = new Map<string, { status: number; code: string }>();
  turn: Turn;
  /** What follows the answer to a clarification. */
  resumed: (ticket: MockTicket, answer: Resumed) => void = () => {};

  constructor(options: MockServerOptions) {
    this.#options = options;
    this.turn = options.turn;
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The newest ticket. */
  get ticket(): MockTicket {
    const newest = [...this.tickets.values()].at(-1);
    if (!newest) throw new Error("no ticket yet");
    return newest;
  }

  async start(): Promise<this> {
    await new Promise<void>((done) => this.#server.listen(0, "localhost", done));
    return this;
  }

  async stop(): Promise<void> {
    this.dropFeeds();
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  /** Cuts every open stream, as a lost network would. */
  dropFeeds(): void {
    for (const feed of this.#feeds) feed.destroy();
    this.#feeds.clear();
  }

  count(path: string): number {
    return this.requests.filter((request) => request.path === path).length;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    if (path.startsWith("/widget/")) return this.#sendFile(path.slice("/widget/".length), response);
    const origin = request.headers.origin;
    if (origin === this.#options.allowedOrigin()) {
      response.setHeader("Access-Control-Allow-Origin", origin);
      response.setHeader("Vary", "Origin");
      response.setHeader("Access-Control-Allow-Headers", "authorization, content-type, last-event-id");
    }
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    const body = await readJson(request);
    this.requests.push({ method: request.method ?? "", path, headers: request.headers, body });
    const failure = this.failures.get(path);
    if (failure) return sendJson(response, failure.status, { error: { code: failure.code, message: failure.code } });
    if (path === "/api/v1/chat/init") return this.#init(request, response);
    const ticket = this.#ticketOf(request);
    if (!ticket) return sendJson(response, 401, { error: { code: "unauthorized", message: "no session" } });
    this.#chat(path.slice("/api/v1/chat/".length), ticket, { request, response, body });
  }

  #chat(
    path: string,
    ticket: MockTicket,
    call: { request: IncomingMessage; response: ServerResponse; body: unknown },
  ): void {
    const { request, response, body } = call;
    switch (path) {
      case "events":
        return this.#follow(ticket, String(request.headers["last-event-id"] ?? "0"), response);
      case "stream":
        return this.#stream(ticket, body as { message_id: string; content: string }, response);
      case "resume":
        this.#follow(ticket, `${ticket.sequence}.999999`, response, true);
        ticket.pending = null;
        return void this.resumed(ticket, body as Resumed);
      case "feedback":
        ticket.feedback.push(body);
        return sendJson(response, 200, { ok: true });
      case "cancel":
        ticket.append("cancel", { reason: "visitor" });
        ticket.append("end", {});
        return sendJson(response, 200, { ok: true });
      default:
        return sendJson(response, 200, { ok: true });
    }
  }

  #init(request: IncomingMessage, response: ServerResponse): void {
    const known = this.#ticketOf(request);
    if (request.headers.authorization && !known) {
      return sendJson(response, 401, { error: { code: "unauthorized", message: "expired" } });
    }
    const ticket = known ?? new MockTicket(1042 + this.tickets.size);
    const token = randomUUID();
    this.tickets.set(token, ticket);
    sendJson(response, 200, {
      token,
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      ticket: ticket.ref,
      theme: {
        name: "Acme Cloud",
        accent: "#0f766e",
        accent_text: "#ffffff",
        mode: "auto",
        position: "right",
        logo_url: null,
      },
      greeting: "Hello! Ask me anything about Acme Cloud.",
      starters: ["How do I allow subdomains?", "Which databases are supported?"],
      messages: ticket.messages,
      pending: ticket.pending,
      sequence: ticket.sequence,
    });
  }

  #stream(
    ticket: MockTicket,
    { message_id: id, content }: { message_id: string; content: string },
    response: ServerResponse,
  ): void {
    const from = `${ticket.sequence}.999999`;
    this.#follow(ticket, from, response, true);
    if (this.#seen.has(id)) ticket.received.push(`again:${content}`);
    else {
      this.#seen.add(id);
      ticket.received.push(content);
      ticket.say("visitor", content, { id });
    }
    if (ticket.owner === "assistant") return void this.turn(ticket, { id, content, turnId: randomUUID() });
    // A person has the ticket: the sender alone is told that nothing more follows.
    const end = {
      type: "end",
      event_id: randomUUID(),
      turn_id: null,
      sequence: ticket.sequence,
      created_at: new Date(),
    };
    response.end(`event: end\ndata: ${JSON.stringify(end)}\n\n`);
  }

  #follow(ticket: MockTicket, cursor: string, response: ServerResponse, isTurn = false): void {
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-cache, no-transform" });
    response.write(": ping\n\n");
    const write = (frame: Frame) => {
      response.write(`id: ${frame.id}\nevent: ${frame.type}\ndata: ${frame.data}\n\n`);
      if (isTurn && frame.type === "end") response.end();
    };
    for (const frame of ticket.after(cursor)) write(frame);
    ticket.listeners.add(write);
    this.#feeds.add(response);
    response.on("close", () => {
      ticket.listeners.delete(write);
      this.#feeds.delete(response);
    });
  }

  #ticketOf(request: IncomingMessage): MockTicket | undefined {
    return this.tickets.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
  }

  #sendFile(name: string, response: ServerResponse): void {
    const file = join(this.#options.widgetFolder, name);
    if (name.includes("..") || !existsSync(file)) return void response.writeHead(404).end();
    response
      .writeHead(200, { "Content-Type": "text/javascript", "Access-Control-Allow-Origin": "*" })
      .end(readFileSync(file));
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text === "" ? undefined : JSON.parse(text);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
