import type { TicketDetail, TicketSummary } from "../../protocol/admin.ts";
import type { Attachment } from "../../protocol/attachments.ts";
import { analyticsOf, analyticsTicketsOf } from "./mock-analytics.ts";
import { type Answer, agent, type Call, ok, refuse } from "./mock-answers.ts";
import { approvalRoute } from "./mock-approvals.ts";
import { assistRoute, checkedAnswer } from "./mock-assist.ts";
import { assistantRoute } from "./mock-assistant.ts";
import { auditItems } from "./mock-audit.ts";
import { copilotRoute } from "./mock-copilot.ts";
import { message, uuid } from "./mock-data.ts";
import { doctorRoute } from "./mock-doctor.ts";
import { documents, setRoute, sites } from "./mock-documents.ts";
import { gapRoutes, similarTickets } from "./mock-gaps.ts";
import { memoryRoute } from "./mock-memories.ts";
import { accountRoutes, peopleRoutes } from "./mock-people.ts";
import { playgroundRoute } from "./mock-playground.ts";
import { privacyRoute } from "./mock-privacy.ts";
import { releaseRoute } from "./mock-release-runs.ts";
import { droppedResults, triedAnswer } from "./mock-search.ts";
import type { Mock } from "./mock-server.ts";
import { domains, embed, settings } from "./mock-settings.ts";
import { snippetRoutes } from "./mock-snippets.ts";
import { rememberFor, teamRoute, teamVerb } from "./mock-team.ts";
import { toolsRoute } from "./mock-tools.ts";
import { triageRoute } from "./mock-triage.ts";
import { webhookRoute } from "./mock-webhooks.ts";

const views: Record<string, (ticket: TicketSummary) => boolean> = {
  needs_person: (ticket) =>
    (ticket.status === "pending_human" || ticket.status === "in_progress") && ticket.snoozed === null,
  mine: (ticket) => ticket.assignee?.id === agent.id && ticket.status !== "resolved",
  pending_visitor: (ticket) => ticket.status === "pending_visitor" && ticket.snoozed === null,
  unassigned: (ticket) => ticket.status === "pending_human" && !ticket.assignee,
  assistant: (ticket) => ticket.status === "open",
  snoozed: (ticket) => ticket.snoozed !== null,
  resolved: (ticket) => ticket.status === "resolved" || ticket.status === "closed",
  all: () => true,
};

/** The admin API as the brief and `protocol/` describe it, over the mock's state. */
export function mockRoutes(mock: Mock, call: Call): Answer {
  const path = call.url.pathname.replace("/api/v1", "");
  const account = accountRoutes(mock, path, call);
  if (account) return account;
  if (path.startsWith("/auth/")) return auth(mock, path, call.body);
  if (!mock.signedIn) return refuse(401, "unauthorized");
  if (path === "/admin/me") return ok(me(mock));
  const people = peopleRoutes(mock, path, call);
  if (people) return people;
  const team = teamRoute(mock, path, call);
  if (team) return team;
  const gate = releaseRoute(mock.gate, path, call);
  if (gate) return gate;
  const triage = triageRoute(mock, path, call);
  if (triage) return triage;
  const memory = memoryRoute(mock.memories, path, call);
  if (memory) return memory;
  const copilot = copilotRoute(mock.copilot, path, call);
  if (copilot) return copilot;
  const playground = playgroundRoute(mock.playground, path, call);
  if (playground) return playground;
  const approval = approvalRoute(mock, path, call);
  if (approval) return approval;
  if (path === `/admin/tickets/${uuid(42)}/similar`) return ok(similarTickets());
  if (path.endsWith("/similar")) return ok({ items: [] });
  const ticket = /^\/admin\/tickets\/([^/]+)(?:\/([a-z-]+))?$/.exec(path);
  if (ticket) return ticketRoute(mock, { id: ticket[1] ?? "", verb: ticket[2], call });
  if (path === "/admin/tickets") return listTickets(mock, call.url);
  if (path.startsWith("/admin/documents")) return documents(mock, path.split("/")[3], call);
  if (path.startsWith("/admin/sites")) return sites(mock, call);
  if (path.startsWith("/admin/snippets")) return snippetRoutes(mock, call);
  if (path.startsWith("/admin/gaps")) return gapRoutes(mock, call);
  const asks = call.url.searchParams.get("audience");
  if (path === "/admin/search/answer") return ok(triedAnswer((call.body as { q: string }).q));
  if (path === "/admin/search")
    return ok({
      results: mock.results.filter(
        ({ audience }) =>
          call.url.searchParams.get("q") !== "nothing" && (audience === "public" || asks === "internal"),
      ),
      dropped: droppedResults(),
      vectors: true,
      took_ms: 23.4,
    });
  if (path.startsWith("/admin/sets")) return setRoute(mock, call);
  if (path === "/admin/settings") return settings(mock, call);
  if (path.startsWith("/admin/webhooks")) return ok(webhookRoute(mock.webhooks, call));
  if (path.startsWith("/admin/tools")) return ok(toolsRoute(mock.tools, call));
  if (path === "/admin/domains") return domains(mock, call);
  const privacy = privacyRoute(mock.privacy, path, call);
  if (privacy) return privacy;
  const assistant = assistantRoute(mock, path, call);
  if (assistant) return assistant;
  if (path === "/admin/embed") return ok(embed(mock));
  const doctor = doctorRoute(path, call);
  if (doctor) return doctor;
  if (path === "/admin/audit") return ok({ items: auditItems(call.url), next_cursor: null });
  if (path === "/admin/analytics") return ok(analyticsOf(call.url));
  if (path === "/admin/analytics/tickets") return ok(analyticsTicketsOf(call.url));
  return refuse(404, "not_found");
}

function auth(mock: Mock, path: string, body: unknown): Answer {
  if (path.endsWith("/sign-out")) {
    mock.signedIn = false;
    return ok({ success: true });
  }
  const { password } = body as { password: string };
  if (password !== mock.password)
    return { status: 401, body: { code: "INVALID_EMAIL_OR_PASSWORD", message: "Invalid email or password" } };
  if (mock.secondStep) return ok({ twoFactorRedirect: true });
  mock.signedIn = true;
  return ok({ user: { id: agent.id } });
}

function me(mock: Mock) {
  return {
    kind: "person",
    id: agent.id,
    name: agent.name,
    email: "ada@example.com",
    role: mock.role,
    tenant: { id: mock.tenants[0]?.id ?? uuid(1), name: mock.tenants[0]?.name ?? "", theme: mock.settings.theme },
    tenants: mock.tenants,
    picture: null,
  };
}

function listTickets(mock: Mock, url: URL): Answer {
  const all = [...mock.tickets.values()]
    .map((detail) => detail.ticket)
    .sort((a, b) => b.updated_at.localeCompare(a.updated_at));
  if (url.searchParams.get("sort") === "waiting") all.sort(byWait);
  const query = url.searchParams.get("q")?.toLowerCase().replace("#", "");
  const belongs = views[url.searchParams.get("view") ?? "all"] ?? (() => true);
  const found = all
    .filter(belongs)
    .filter((ticket) => passes(ticket, url.searchParams))
    .filter(
      (ticket) => !query || `${ticket.number} ${ticket.subject} ${ticket.visitor.name}`.toLowerCase().includes(query),
    );
  const limit = Number(url.searchParams.get("limit") ?? 50);
  const from = Number(url.searchParams.get("cursor") ?? 0);
  const next = from + limit < found.length ? String(from + limit) : null;
  const counts = Object.fromEntries(Object.entries(views).map(([name, test]) => [name, all.filter(test).length]));
  return ok({ items: found.slice(from, from + limit), next_cursor: next, counts });
}

function passes(ticket: TicketSummary, params: URLSearchParams): boolean {
  const [status, priority, label, assignee, ids] = ["status", "priority", "label", "assignee", "ids"].map((name) =>
    params.get(name),
  );
  const who = assignee === "me" ? agent.id : assignee;
  return (
    (!status || ticket.status === status) &&
    (!priority || priority.split(",").includes(ticket.priority)) &&
    (!label || ticket.labels.some(({ id }) => label.split(",").includes(id))) &&
    (!who || (ticket.assignee?.id ?? "none") === who) &&
    (!ids || ids.split(",").includes(ticket.id))
  );
}

/** Waiting tickets before the others, longest wait first. */
function byWait({ waiting_since: a }: TicketSummary, { waiting_since: b }: TicketSummary): number {
  return a && b ? a.localeCompare(b) : Number(b !== null) - Number(a !== null);
}

function ticketRoute(mock: Mock, { id, verb, call }: { id: string; verb: string | undefined; call: Call }): Answer {
  const detail = mock.tickets.get(id);
  if (!detail) return refuse(404, "not_found");
  if (!verb && call.method === "DELETE") {
    mock.tickets.delete(id);
    return ok({ tickets: 1, messages: detail.messages.length, files: 0 });
  }
  if (!verb) return ok(detail);
  const assist = assistRoute(mock, detail, { verb, call });
  if (assist) return assist;
  if (verb === "check") return ok(checkedAnswer((call.body as { text: string }).text));
  const done = teamVerb(mock, detail, { verb, call });
  if (done) return done;
  const body = (call.body ?? {}) as { answer?: string; content?: string; message_id?: string; attachments?: string[] };
  const named = (body.attachments ?? []).flatMap((file) => mock.files.get(file)?.attachment ?? []);
  if (verb === "attachments") return takeFile(mock, call.body as { id: string; source: string; upload: string });
  if (verb === "take") change(detail, { owner: "human", status: "in_progress", assignee: agent });
  else if (verb === "hint" || verb === "hand-back") {
    if (verb === "hand-back") rememberFor(mock, detail);
    change(detail, { owner: "assistant", status: "open", assignee: null });
  } else if (verb === "resolve" || verb === "approve-draft") {
    if (detail.ticket.status === "resolved") return refuse(409, "already_resolved");
    rememberFor(mock, detail);
    const isSilent = verb === "resolve" && body.answer === undefined && named.length === 0;
    if (!isSilent) say(mock, detail, body.answer ?? detail.draft?.content ?? "", named);
    change(detail, { status: "resolved", assignee: agent, waiting_since: null });
    detail.draft = null;
  } else if (verb === "messages") {
    if (body.message_id && mock.replies.has(body.message_id)) return ok(detail);
    if (body.message_id) mock.replies.set(body.message_id, body.content ?? "");
    say(mock, detail, body.content ?? "", named);
    change(detail, { owner: "human", status: "pending_visitor", assignee: agent, waiting_since: null });
  }
  mock.deskChanged(id);
  return ok(detail);
}

function takeFile(mock: Mock, { id, source, upload }: { id: string; source: string; upload: string }): Answer {
  const attachment = { id, name: source, type: "text/plain", size: upload.length };
  mock.files.set(id, { type: "application/octet-stream", bytes: Buffer.from(upload), attachment });
  return ok({ attachment }, 201);
}

function say(mock: Mock, detail: TicketDetail, content: string, attachments: Attachment[] = []): void {
  const said = message(Math.floor(Math.random() * 1e9), "agent", content, 0, {
    agent,
    ...(attachments.length > 0 ? { attachments } : {}),
    created_at: new Date().toISOString(),
  });
  mock.emit(detail.ticket.id, { type: "message", message: said });
}

function change(detail: TicketDetail, fields: Partial<TicketSummary>): void {
  detail.ticket = { ...detail.ticket, ...fields, updated_at: new Date().toISOString() };
}
