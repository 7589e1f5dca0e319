import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Alerts, Teaser } from "../../protocol/alerts.ts";
import type { Article, FoundArticle } from "../../protocol/articles.ts";
import type { AttachmentOffer } from "../../protocol/attachments.ts";
import type { VisitorForm } from "../../protocol/form.ts";
import type { Home } from "../../protocol/home.ts";
import type { Theme } from "../../protocol/requests.ts";
import type { ResolutionResponse } from "../../protocol/visitor-tickets.ts";
import { holdBack, sendUntilNow } from "./held-streams.ts";
import { answerAboutAnswer } from "./mock-answers.ts";
import { answerArticles } from "./mock-articles.ts";
import { answerFile, type KeptFiles, readForm } from "./mock-files.ts";
import { readJson, sendFile, sendJson } from "./mock-http.ts";
import type { MockMemories } from "./mock-memories.ts";
import { type OpenedRelated, openRelated } from "./mock-related.ts";
import { describeSession } from "./mock-session.ts";
import { endStream, followTicket } from "./mock-stream.ts";
import { defaultTheme, defaultWords, plainAlerts, plainHome } from "./mock-tenant.ts";
import { type Asked, type Confirmed, MockTicket, type Resumed } from "./mock-ticket.ts";
import { answerVisitorTickets, type Call } from "./mock-visitor-tickets.ts";

/** Plays one turn: what the server does with a visitor's message. */
export type Turn = (ticket: MockTicket, asked: Asked) => Promise<void> | void;

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
  /** As behind a proxy that passes an answer on when it is whole. */
  holdsStreams = false;
  turn: Turn;
  theme: Theme = defaultTheme;
  home: Home = plainHome;
  alerts: Alerts = plainAlerts;
  teaser: Teaser | null = null;
  greeting = defaultWords.greeting;
  starters = defaultWords.starters;
  reachable = true;
  /** What is found, whatever is typed. */
  found: FoundArticle[] = [];
  /** An article from its `after`, `before` or passage on; none: it is not there. */
  article: (id: string, query: URLSearchParams) => Article | undefined = () => undefined;
  /** Tickets of one page of the list. */
  pageSize = 20;
  /** Which files visitors may send; none unless a test says so. */
  offer: AttachmentOffer | undefined;
  /** What the tenant asks; nothing unless a test says so. */
  form: VisitorForm | undefined;
  /** What is remembered of the visitor; nobody is identified unless a test says so. */
  memories: MockMemories | undefined;
  /** What was uploaded, by id. */
  readonly files: KeptFiles = new Map();
  /** Holds uploads back until it is done. */
  beforeUpload: () => Promise<void> = async () => {};
  /** What follows the answer to a clarification. */
  resumed: (ticket: MockTicket, answer: Resumed) => void = () => {};
  /** What follows the answer to a confirmation, once for each that the real server would take. */
  confirmed: (ticket: MockTicket, answer: Confirmed) => void = () => {};

  constructor(options: MockServerOptions) {
    this.#options = options;
    this.turn = options.turn;
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

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
    if (path.startsWith("/widget/"))
      return sendFile(this.#options.widgetFolder, path.slice("/widget/".length), response);
    const origin = request.headers.origin;
    if (origin === this.#options.allowedOrigin()) {
      response.setHeader("Access-Control-Allow-Origin", origin);
      response.setHeader("Vary", "Origin");
      response.setHeader("Access-Control-Allow-Headers", "authorization, content-type, last-event-id");
      response.setHeader("Access-Control-Allow-Methods", "GET, POST, PATCH, DELETE");
    }
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    const isFile = path.startsWith("/api/v1/chat/attachments");
    const form = isFile && request.method === "POST" ? await readForm(request) : undefined;
    const body = isFile ? form?.id : await readJson(request);
    this.requests.push({ method: request.method ?? "", path, headers: request.headers, body });
    if (form) await this.beforeUpload();
    const failure = this.failures.get(isFile ? "/api/v1/chat/attachments" : path);
    // The real server lets no page read that it is refused.
    if (failure?.code === "origin_not_allowed") response.removeHeader("Access-Control-Allow-Origin");
    if (failure) return sendJson(response, failure.status, { error: { code: failure.code, message: failure.code } });
    if (path === "/api/v1/chat/init") return this.#init(request, response);
    if (path === "/api/v1/chat/teaser") return sendJson(response, 200, { teaser: this.teaser });
    const ticket = this.#ticketOf(request);
    if (!ticket) return sendJson(response, 401, { error: { code: "unauthorized", message: "no session" } });
    if (isFile) return answerFile(this.files, form ?? path.split("/")[5] ?? "", response);
    if (path.startsWith("/api/v1/chat/articles")) return answerArticles(this, request.url ?? "", response);
    this.#chat(path.slice("/api/v1/chat/".length), ticket, { request, response, body });
  }

  /** What the resolution of a ticket offers. */
  resolution: ResolutionResponse = { reopen_until: null, rating: null, transcript: null };

  #chat(path: string, ticket: MockTicket, call: Call): void {
    const { request, response, body } = call;
    const { tickets, pageSize, resolution } = this;
    const open = (next: MockTicket) => this.#answerSession(next, response);
    if (answerVisitorTickets(path, ticket, { ...call, tickets, pageSize, resolution, open })) return;
    if (answerAboutAnswer(path, ticket, call)) return;
    if (this.memories && path.startsWith("memories")) return this.memories.answer(path.slice("memories".length), call);
    const [, confirmationId] = /^confirmations\/(.+)$/.exec(path) ?? [];
    if (confirmationId)
      return this.#confirm(ticket, { id: confirmationId, ...(body as { approved: boolean }) }, response);
    switch (path) {
      case "events":
        if (request.url?.endsWith("?until=now")) return sendUntilNow(ticket, request, response);
        return this.#follow(ticket, String(request.headers["last-event-id"] ?? "0"), response);
      case "stream":
        return this.#stream(ticket, body as { message_id: string; content: string }, response);
      case "resume":
        this.#follow(ticket, `${ticket.sequence}.999999`, response, true);
        ticket.pending = null;
        return void this.resumed(ticket, body as Resumed);
      case "form": {
        if ((body as { version: number }).version !== this.form?.version)
          return sendJson(response, 409, { error: { code: "form_changed", message: "form_changed" } });
        ticket.form = body;
        return this.#answerSession(ticket, response);
      }
      case "feedback":
        ticket.feedback.push(body);
        return sendJson(response, 200, { ok: true });
      case "related":
        return openRelated(ticket, body as OpenedRelated, response);
      case "solved":
        ticket.handTo(ticket.owner, "resolved");
        return sendJson(response, 200, { ok: true });
      case "cancel":
        ticket.append("cancel", { reason: "visitor" });
        ticket.append("end", {});
        return sendJson(response, 200, { ok: true });
      case "end":
        ticket.handTo("assistant", "closed");
        return sendJson(response, 200, { ok: true });
      default:
        return sendJson(response, 200, { ok: true });
    }
  }

  /** The same answer again is taken as the first time; another one, or one to nothing that waits, is refused. */
  #confirm(ticket: MockTicket, answer: Confirmed, response: ServerResponse): void {
    const before = ticket.answers.get(answer.id);
    const isWaiting = ticket.pending?.type === "confirmation" && ticket.pending.confirmation_id === answer.id;
    if (before === undefined ? !isWaiting : before !== answer.approved)
      return sendJson(response, 409, { error: { code: "already_answered", message: "already_answered" } });
    this.#follow(ticket, `${ticket.sequence}.999999`, response, true);
    if (before !== undefined) return void response.end();
    ticket.answers.set(answer.id, answer.approved);
    this.confirmed(ticket, answer);
  }

  #init(request: IncomingMessage, response: ServerResponse): void {
    const known = this.#ticketOf(request);
    if (request.headers.authorization && !known)
      return sendJson(response, 401, { error: { code: "unauthorized", message: "expired" } });
    const ticket = known && known.status !== "closed" ? known : new MockTicket(1042 + this.tickets.size);
    if (known) ticket.visitor = known.visitor;
    this.#answerSession(ticket, response);
  }

  #answerSession(ticket: MockTicket, response: ServerResponse): void {
    const token = randomUUID();
    this.tickets.set(token, ticket);
    sendJson(response, 200, describeSession(this, ticket, token));
  }

  #stream(
    ticket: MockTicket,
    { message_id: id, content, attachments = [] }: { message_id: string; content: string; attachments?: string[] },
    response: ServerResponse,
  ): void {
    if (ticket.status === "closed")
      return sendJson(response, 409, { error: { code: "ticket_closed", message: "This conversation is closed." } });
    const isDue = this.form?.when === "start" ? ticket.received.length === 0 : ticket.owner === "human";
    if (this.form?.is_required && !ticket.form && isDue)
      return sendJson(response, 409, { error: { code: "form_required", message: "form_required" } });
    this.#follow(ticket, `${ticket.sequence}.999999`, response, true);
    if (this.#seen.has(id)) ticket.received.push(`again:${content}`);
    else {
      this.#seen.add(id);
      ticket.received.push(content);
      const named = attachments.flatMap((file) => this.files.get(file)?.attachment ?? []);
      ticket.say("visitor", content, { id, ...(named.length > 0 ? { attachments: named } : {}) });
    }
    if (ticket.owner === "assistant") return void this.turn(ticket, { id, content, turnId: randomUUID() });
    endStream(ticket, response); // a person has the ticket, so nothing more follows
  }

  #follow(ticket: MockTicket, cursor: string, response: ServerResponse, isTurn = false): void {
    if (this.holdsStreams) holdBack(response);
    followTicket(ticket, { cursor, response, isTurn });
    this.#feeds.add(response);
    response.on("close", () => this.#feeds.delete(response));
  }

  #ticketOf(request: IncomingMessage): MockTicket | undefined {
    return this.tickets.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
  }
}
