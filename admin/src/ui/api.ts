import type {
  HintRequest,
  MeResponse,
  ReplyRequest,
  ResolveRequest,
  SearchAudience,
  SearchResponse,
  Settings,
  TicketDetail,
  TicketListResponse,
} from "../../../protocol/admin.ts";
import type { AddDocumentRequest, DocumentView } from "../../../protocol/admin-documents.ts";
import type { Attachment } from "../../../protocol/attachments.ts";
import type { DocumentKind } from "../../../protocol/document-kinds.ts";
import type { FeedOptions } from "../../../ui/feed/follow-feed.ts";
import { accountCalls, peopleCalls } from "../accounts/account-calls.ts";
import { libraryCalls } from "../knowledge/library-calls.ts";
import { settingsCalls } from "../settings/settings-calls.ts";
import type { TicketSort, TicketViewName } from "../tickets/inbox/views.ts";
import { teamApi, triageCalls } from "../tickets/ticket-calls.ts";
import { ApiError, type Ask, type Call, queryString } from "./api-call.ts";

const requestTimeoutMs = 20_000;
/** A document of five million characters over a slow line. */
const uploadTimeoutMs = 120_000;

export interface TicketQuery {
  view?: TicketViewName;
  sort?: TicketSort;
  q?: string;
  status?: string;
  assignee?: string;
  priority?: string;
  label?: string;
  ids?: string;
  cursor?: string;
  limit?: number;
}

export interface SettingsPatch
  extends Omit<Partial<Settings>, "theme" | "home" | "alerts" | "form" | "domains" | "models" | "budget"> {
  /** Null takes a task's own model away. */
  models?: { [Task in keyof Settings["models"]]: Settings["models"][Task] | null };
  budget?: Partial<Settings["budget"]>;
  theme?: Partial<Settings["theme"]>;
  home?: Partial<Settings["home"]>;
  alerts?: Partial<Settings["alerts"]>;
  form?: Partial<Settings["form"]>;
}

export interface ApiOptions {
  fetch?: typeof fetch;
  /** Told when a call is refused because nobody is signed in. */
  onUnauthorized?: () => void;
  /** Told when the session works for another tenant by now than this page. */
  onTenantChanged?: () => void;
  /** The operator has suspended the tenant. */
  onSuspended?: () => void;
}

/** The tenant that this page was opened for; said with every call, so that another tab's switch never mixes the two. */
interface Place {
  tenant: string | null;
}

/** Where a feed goes on, whether it is polled, and when nobody reads it any more. */
type FeedAsked = Parameters<FeedOptions["open"]>;

/** The console's only way to the server; every refusal is an {@link ApiError}. */
export function createApi(options: ApiOptions = {}) {
  const place: Place = { tenant: null };
  const admin: Ask = <T>(path: string, call: Call = {}) =>
    request<T>(options, `/api/v1/admin${path}`, { ...call, tenant: place.tenant });
  // What is refused here is refused to the form that asks, and ends nothing.
  const auth: Ask = <T>(path: string, call: Call = {}) =>
    request<T>({ fetch: options.fetch }, `/api/v1/auth${path}`, call);
  const ticketPath = (id: string) => `/tickets/${encodeURIComponent(id)}`;

  return {
    ask: admin, // for pages that bring their calls with their own script
    me: async () => {
      const me = await request<MeResponse>(options, "/api/v1/admin/me", {});
      place.tenant = me.tenant.id;
      return me;
    },
    admin, // for pages that bring their own calls along
    ...accountCalls(admin, auth),
    ...peopleCalls(admin),
    ...triageCalls(admin),
    listTickets: (query: TicketQuery, signal?: AbortSignal) =>
      admin<TicketListResponse>(`/tickets${queryString({ ...query })}`, { signal }),
    ticket: (id: string, signal?: AbortSignal) => admin<TicketDetail>(ticketPath(id), { signal }),
    reply: (id: string, body: ReplyRequest) =>
      admin<TicketDetail>(`${ticketPath(id)}/messages`, { method: "POST", body }),
    /** Shows the visitor, or for a note only the team, for a moment that something is being written. */
    typing: (id: string, over: boolean, note = false) =>
      admin<unknown>(`${ticketPath(id)}/typing`, {
        method: "POST",
        body: { ...(over ? { over } : {}), ...(note ? { note } : {}) },
        keepalive: true,
      }),
    /** Sends a file for a reply that names it later. */
    uploadAttachment: (ticketId: string, id: string, file: File) => {
      const form = new FormData();
      form.append("id", id);
      form.append("file", file, file.name);
      return admin<{ attachment: Attachment }>(`${ticketPath(ticketId)}/attachments`, {
        method: "POST",
        form,
        timeoutMs: uploadTimeoutMs,
      });
    },
    resolve: (id: string, body: ResolveRequest) =>
      admin<TicketDetail>(`${ticketPath(id)}/resolve`, { method: "POST", body }),
    /** Ends the ticket with nothing said. */
    resolveSilently: (id: string) => admin<TicketDetail>(`${ticketPath(id)}/resolve`, { method: "POST", body: {} }),
    take: (id: string) => admin<TicketDetail>(`${ticketPath(id)}/take`, { method: "POST", body: {} }),
    /** From a colleague, on purpose. */
    takeOver: (id: string) =>
      admin<TicketDetail>(`${ticketPath(id)}/take`, { method: "POST", body: { take_over: true } }),
    hint: (id: string, body: HintRequest) => admin<TicketDetail>(`${ticketPath(id)}/hint`, { method: "POST", body }),
    approveDraft: (id: string) => admin<TicketDetail>(`${ticketPath(id)}/approve-draft`, { method: "POST", body: {} }),
    handBack: (id: string) => admin<TicketDetail>(`${ticketPath(id)}/hand-back`, { method: "POST", body: {} }),
    ticketEvents: (id: string, ...asked: FeedAsked) =>
      openStream(options, `/api/v1/admin${ticketPath(id)}/events`, { asked, ...place }),
    deskEvents: (...asked: FeedAsked) => openStream(options, "/api/v1/admin/events", { asked, ...place }),

    listDocuments: (cursor?: string, signal?: AbortSignal) =>
      admin<{ items: DocumentView[]; next_cursor: string | null }>(`/documents${queryString({ cursor, limit: 100 })}`, {
        signal,
      }),
    addDocument: (body: AddDocumentRequest) =>
      admin<{ document?: DocumentView }>("/documents", { method: "POST", body, timeoutMs: uploadTimeoutMs }),
    uploadDocument: (file: File, kind?: DocumentKind) => {
      const form = new FormData();
      if (kind) form.append("kind", kind);
      form.append("file", file, file.name);
      return admin<{ document: DocumentView }>("/documents", { method: "POST", form, timeoutMs: uploadTimeoutMs });
    },
    reindexDocument: (id: string) =>
      admin<{ document: DocumentView }>(`/documents/${encodeURIComponent(id)}/reindex`, { method: "POST", body: {} }),
    deleteDocument: (id: string) => admin<unknown>(`/documents/${encodeURIComponent(id)}`, { method: "DELETE" }),
    search: (query: { q: string; limit: number; audience: SearchAudience }, signal?: AbortSignal) =>
      admin<SearchResponse>(`/search${queryString({ ...query, explain: "1" })}`, { signal }),

    ...libraryCalls(admin),
    ...settingsCalls(admin),
    ...teamApi(admin),

    settings: () => admin<Settings>("/settings"),
    saveSettings: (patch: SettingsPatch) => admin<unknown>("/settings", { method: "PATCH", body: patch }),
  };
}

/** Where the bytes of a file of a ticket are; the cookie says who asks. */
export function attachmentPath(ticketId: string, id: string, size: "preview" | "full"): string {
  return `/api/v1/admin/tickets/${encodeURIComponent(ticketId)}/attachments/${encodeURIComponent(id)}?size=${size}`;
}

/** Where a person's picture is. @param version of it, so that a new one is fetched. */
export function picturePath(personId: string, version: string): string {
  return `/api/v1/admin/people/${encodeURIComponent(personId)}/picture?v=${encodeURIComponent(version)}`;
}

export type Api = ReturnType<typeof createApi>;

async function request<T>(options: ApiOptions, path: string, call: Call & Partial<Place>): Promise<T> {
  const timeout = AbortSignal.timeout(call.timeoutMs ?? requestTimeoutMs);
  const sendsJson = call.method !== undefined && call.method !== "GET" && call.form === undefined;
  const response = await send(options, path, {
    method: call.method ?? "GET",
    headers: {
      accept: "application/json",
      ...(sendsJson ? { "content-type": "application/json" } : {}),
      ...placeHeader(call.tenant),
    },
    body: call.form ?? (call.body === undefined ? undefined : JSON.stringify(call.body)),
    keepalive: call.keepalive,
    signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
  });
  const text = await response.text();
  // The server and this page are built from the same schemas, so an answer is taken at its word.
  return (text === "" ? null : JSON.parse(text)) as T;
}

function openStream(
  options: ApiOptions,
  path: string,
  { asked: [after, polls, signal], tenant }: { asked: FeedAsked } & Place,
): Promise<Response> {
  const headers: Record<string, string> = { accept: "text/event-stream", ...placeHeader(tenant) };
  if (after !== undefined) headers["last-event-id"] = after;
  return send(options, polls ? `${path}?until=now` : path, { headers, signal, cache: "no-store" });
}

async function send(options: ApiOptions, path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await (options.fetch ?? globalThis.fetch)(path, { credentials: "same-origin", ...init });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    const code = cause instanceof DOMException && cause.name === "TimeoutError" ? "timeout" : "network";
    throw new ApiError(`${init.method ?? "GET"} ${path} got no answer`, { status: 0, code, cause });
  }
  if (response.ok) return response;
  const error = await refusal(response);
  // A wrong password is a 401 too, and ends no session.
  if (error.code === "unauthorized" || error.code === "http_401") options.onUnauthorized?.();
  if (error.code === "tenant_changed") options.onTenantChanged?.();
  if (error.code === "tenant_suspended") options.onSuspended?.();
  throw error;
}

function placeHeader(tenant: string | null | undefined): Record<string, string> {
  return tenant ? { "x-console-tenant": tenant } : {};
}

async function refusal(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const outer = isRecord(body) ? body : {};
  const error = isRecord(outer["error"]) ? outer["error"] : outer;
  const retryAfter = Number(response.headers.get("retry-after") ?? response.headers.get("x-retry-after") ?? Number.NaN);
  return new ApiError(typeof error["message"] === "string" ? error["message"] : response.statusText, {
    status: response.status,
    code:
      response.status === 429
        ? "rate_limited"
        : typeof error["code"] === "string"
          ? error["code"]
          : `http_${response.status}`,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
