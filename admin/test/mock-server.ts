import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { SignInWays } from "../../protocol/account.ts";
import type { TicketDetail } from "../../protocol/admin.ts";
import type { CannedReply } from "../../protocol/admin-canned.ts";
import type { GapView } from "../../protocol/admin-gaps.ts";
import type { Mention } from "../../protocol/admin-notes.ts";
import type { Presence } from "../../protocol/admin-presence.ts";
import type { Recap, TicketAssist } from "../../protocol/agent-assist.ts";
import type { Attachment } from "../../protocol/attachments.ts";
import type { StreamEvent } from "../../protocol/events.ts";
import type { MemoryListResponse } from "../../protocol/memories.ts";
import type { Label, SavedView } from "../../protocol/triage.ts";
import { agent, type Call } from "./mock-answers.ts";
import { plainAssist } from "./mock-assist.ts";
import { type MockCopilot, seedCopilot } from "./mock-copilot-conversations.ts";
import { uuid } from "./mock-data.ts";
import { seedGaps } from "./mock-gaps.ts";
import { seedDocuments, seedSets, seedSettings, seedSites } from "./mock-library.ts";
import { seedMemories } from "./mock-memories.ts";
import { type BuiltFolders, sendPage } from "./mock-pages.ts";
import { seedStaff } from "./mock-people.ts";
import { type MockPlayground, seedPlayground } from "./mock-playground-runs.ts";
import { type MockPrivacy, seedPrivacy } from "./mock-privacy.ts";
import { type MockRelease, seedRelease } from "./mock-release-seed.ts";
import { mockRoutes } from "./mock-routes.ts";
import { searchResults } from "./mock-search.ts";
import { seedSnippets } from "./mock-snippets.ts";
import { seedReplies } from "./mock-team.ts";
import { keepMessage } from "./mock-ticket.ts";
import { seedTickets } from "./mock-tickets.ts";
import { type MockTools, seedTools } from "./mock-tools-seed.ts";
import { seedLabels } from "./mock-triage.ts";
import { type MockWebhooks, seedWebhooks } from "./mock-webhooks.ts";
import { readBody } from "./read-body.ts";
import { sendJson } from "./send-json.ts";

export interface Refusal {
  status: number;
  code: string;
  /** Performs the action first: only the response is lost. */
  afterEffect?: boolean;
  times: number;
}

export interface MockState {
  role: "viewer" | "agent" | "manager" | "admin";
  signedIn: boolean;
  password: string;
  tickets: Map<string, TicketDetail>;
  labels: Label[];
  savedViews: SavedView[];
  documents: ReturnType<typeof seedDocuments>;
  settings: ReturnType<typeof seedSettings>;
  webhooks: MockWebhooks;
  tools: MockTools;
  copilot: MockCopilot;
  playground: MockPlayground;
  memories: MemoryListResponse;
  privacy: MockPrivacy;
  staff: ReturnType<typeof seedStaff>;
  /** Workspaces of the signed-in user; the session belongs to the first. */
  tenants: { id: string; name: string }[];
  /** Whether sign-in requires a code, which is 123456. */
  secondStep: boolean;
  /** Available ways to sign in. */
  ways: SignInWays;
  snippets: ReturnType<typeof seedSnippets>;
  sites: ReturnType<typeof seedSites>;
  sets: ReturnType<typeof seedSets>;
  gaps: GapView[];
  gate: MockRelease;
  /** Whether questions have embeddings, which the search for their gap requires. */
  hasVectors: boolean;
  /** Agent assist for every ticket, and the summaries by ticket. */
  assist: TicketAssist;
  recaps: Map<string, Recap>;
  results: ReturnType<typeof searchResults>;
  replies: Map<string, string>;
  canned: CannedReply[];
  mentions: Mention[];
  /** Tickets before the last decision, for undo. */
  before: Map<string, TicketDetail>;
  /** Bytes of attachments, by id. */
  files: Map<string, { type: string; bytes: Buffer; attachment: Attachment }>;
  /** Delay of each response, in ms. */
  delayMs: number;
  /** Responses that replace the mock's own, by `METHOD path`. */
  instead: Map<string, (call: Call) => unknown>;
  /** Next requests to reject, by `METHOD path-ending`. */
  refusals: Map<string, Refusal>;
  requests: Array<{ method: string; path: string; body: unknown }>;
}

export interface Mock extends MockState {
  origin: string;
  emit(ticketId: string, event: { type: StreamEvent["type"] } & Record<string, unknown>): void;
  deskChanged(ticketId: string, mentions?: string[]): void;
  /** Sends the event that a copilot conversation of the user changed or has a new status. */
  copilotChanged(conversationId: string, statusText?: string): void;
  /** Sends the event that a playground run of the user changed. */
  playgroundChanged(runId: string): void;
  releaseChanged(id: string): void;
  /** A colleague opens the ticket, types in it or leaves it. */
  colleague(ticketId: string, presence: Presence): void;
  streams(): number;
  dropStreams(): void;
  close(): Promise<void>;
}

const stored = new Set(["message", "escalation", "owner", "error", "cancel", "end"]);

/** A scripted replacement for the server: the admin API in memory, the built console and the preview's widget. */
export async function startMockServer(folders: BuiltFolders, port = 0): Promise<Mock> {
  const state: MockState = {
    role: "admin",
    signedIn: false,
    password: "correct horse",
    tickets: seedTickets(),
    labels: seedLabels(),
    savedViews: [],
    documents: seedDocuments(),
    settings: seedSettings(),
    webhooks: seedWebhooks(),
    tools: seedTools(),
    copilot: seedCopilot(),
    playground: seedPlayground(),
    memories: seedMemories(),
    privacy: seedPrivacy(),
    staff: seedStaff(),
    tenants: [{ id: uuid(1), name: "Example Shop" }],
    secondStep: false,
    ways: { password: true, oidc: null, passkeys: null },
    snippets: seedSnippets(),
    sites: seedSites(),
    sets: seedSets(),
    gaps: seedGaps(),
    gate: seedRelease(),
    hasVectors: true,
    assist: plainAssist(),
    recaps: new Map(),
    results: searchResults(),
    replies: new Map(),
    canned: seedReplies(),
    mentions: [],
    before: new Map(),
    files: new Map(),
    delayMs: 0,
    instead: new Map(),
    refusals: new Map(),
    requests: [],
  };
  const feeds = new Map<ServerResponse, string>();
  const send = (feed: string, frame: string) => {
    for (const [response, name] of feeds) if (name === feed) response.write(frame);
  };
  const notifyDesk = (event: object) =>
    send("desk", `event: desk\ndata: ${JSON.stringify({ ...event, at: new Date().toISOString() })}\n\n`);

  const mock: Mock = Object.assign(state, {
    origin: "",
    emit(ticketId: string, event: { type: StreamEvent["type"] } & Record<string, unknown>) {
      const detail = state.tickets.get(ticketId);
      if (!detail) throw new Error(`no ticket ${ticketId}`);
      if (stored.has(event.type)) detail.sequence += 1;
      // As on the server, a read after an event includes the event's data.
      if (event.type === "message") keepMessage(detail, event["message"]);
      const whole = {
        event_id: crypto.randomUUID(),
        turn_id: "turn",
        created_at: new Date().toISOString(),
        sequence: detail.sequence,
        ...event,
      };
      send(ticketId, `id: ${detail.sequence}.0\nevent: ${event.type}\ndata: ${JSON.stringify(whole)}\n\n`);
    },
    deskChanged: (ticketId: string, mentions?: string[]) =>
      notifyDesk({ type: "ticket_changed", ticket_id: ticketId, mentions }),
    copilotChanged: (id: string, statusText?: string) =>
      notifyDesk({ type: "copilot_changed", conversation_id: id, person_id: agent.id, status_text: statusText }),
    playgroundChanged: (id: string) => notifyDesk({ type: "playground_changed", run_id: id, person_id: agent.id }),
    releaseChanged: (id: string) => notifyDesk({ type: "release_changed", release_id: id }),
    colleague(ticketId: string, presence: Presence) {
      send(ticketId, `event: presence\ndata: ${JSON.stringify(presence)}\n\n`);
    },
    streams: () => feeds.size,
    dropStreams() {
      for (const response of feeds.keys()) response.destroy();
      feeds.clear();
    },
    async close() {
      mock.dropStreams();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", mock.origin);
    if (!url.pathname.startsWith("/api/")) return sendPage(folders, url.pathname, response);
    const body = await readBody(request);
    // Every open page sends this request each minute: do not record it.
    if (url.pathname !== "/api/v1/admin/me/presence" || request.method !== "POST")
      state.requests.push({ method: request.method ?? "", path: url.pathname + url.search, body });
    if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs));
    const feed = /^\/api\/v1\/admin\/(?:tickets\/([^/]+)\/)?events$/.exec(url.pathname);
    if (feed && state.signedIn) {
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
      response.write(": hello\n\n");
      // As on the server: a reconnect has a position, and this server keeps no history.
      const type = request.headers["last-event-id"] ? "missed" : "ping";
      if (!feed[1]) response.write(`id: 1.mock\nevent: desk\ndata: ${JSON.stringify({ type, at: "" })}\n\n`);
      feeds.set(response, feed[1] ?? "desk");
      response.on("close", () => feeds.delete(response));
      return;
    }
    const key = [...state.refusals.keys()].find(
      (candidate) =>
        `${request.method} ${url.pathname}`.endsWith(candidate.split(" ")[1] ?? "") &&
        candidate.startsWith(request.method ?? "-"),
    );
    const refusal = key ? state.refusals.get(key) : undefined;
    if (refusal) {
      refusal.times -= 1;
      if (refusal.times <= 0 && key) state.refusals.delete(key);
      if (refusal.afterEffect) mockRoutes(mock, { method: request.method ?? "GET", url, body });
      return sendJson(response, refusal.status, { error: { code: refusal.code, message: refusal.code } });
    }
    const bytes = state.files.get(url.pathname.split("/").at(-1) ?? "");
    if (request.method === "GET" && bytes)
      return void response.writeHead(200, { "content-type": bytes.type }).end(bytes.bytes);
    const instead = state.instead.get(`${request.method} ${url.pathname.replace("/api/v1", "")}`);
    const call = { method: request.method ?? "GET", url, body };
    if (instead && state.signedIn) return sendJson(response, 200, instead(call));
    const answer = mockRoutes(mock, call);
    sendJson(response, answer.status, answer.body);
  }

  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  mock.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return mock;
}
