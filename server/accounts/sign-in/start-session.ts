import type { VisitorForm } from "../../../protocol/form.ts";
import type { TenantId, TicketId, VisitorId } from "../../../protocol/ids.ts";
import type { Message } from "../../../protocol/messages.ts";
import type { InitRequest, Pending } from "../../../protocol/requests.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { findVisitorKnown, formOf } from "../../tickets/store/form-answers.ts";
import { listMessagePage } from "../../tickets/store/message-pages.ts";
import { findPending } from "../../tickets/store/pending.ts";
import { endVisitorSessions, findTicket, insertTicket, type TicketRow } from "../../tickets/store/tickets.ts";
import {
  findReader,
  findTicketOfBlocked,
  touchVisitor,
  upsertVisitor,
  type VisitorProfile,
} from "../../tickets/store/visitors.ts";
import { allowsOrigin } from "../store/tenant-domains.ts";
import { findTenant, type TenantRow } from "../store/tenants.ts";
import type { VisitorCredentials } from "./credentials.ts";
import { deviceOf } from "./device.ts";
import { type VerifiedIdentity, verifyIdentity } from "./identity.ts";
import { originNotAllowed } from "./origin-not-allowed.ts";
import { parseOrigin, patternsFor } from "./origins.ts";
import type { IssuedToken, SessionTokens } from "./session-token.ts";

export interface StartSessionInput {
  request: InitRequest;
  origin: string | undefined;
  /** Token of an earlier session, if the browser still has one. */
  token: string | null;
  /** Value of the browser's User-Agent header. */
  userAgent?: string | undefined;
}

/** Claims of an e-mail link with a verified signature. */
export interface BackLink {
  tenantId: TenantId;
  ticketId: string;
  session: number;
}

interface SessionDeps {
  db: Database;
  tokens: SessionTokens;
  /** Undefined for an invalid token. */
  readBackLink(token: string): BackLink | undefined;
}

export interface StartedSession extends IssuedToken {
  tenant: TenantRow;
  ticket: TicketRow;
  /** The newest messages, and the cursor of the earlier ones. */
  messages: Message[];
  earlier: string | null;
  /** The visitor's input that the ticket waits for. */
  pending: Pending;
  /** Whether the team has the visitor's contact address, or has asked for it. */
  reachable: boolean;
  /** Form that the visitor still has to fill in. */
  form: VisitorForm | null;
  /** True when the tenant's own server has signed the visitor's identity. */
  identified: boolean;
  /** True when the ticket of the earlier session continues. */
  continued: boolean;
}

/**
 * The handshake: checks the page's origin against the tenant's list and opens a ticket, or continues that of a valid token. A wrong origin,
 * an unknown tenant and a suspended one cause the same work and get the same refusal.
 * @throws AppError `origin_not_allowed`, or `unauthorized` for an invalid identity.
 */
export async function startSession(deps: SessionDeps, input: StartSessionInput): Promise<StartedSession> {
  const origin = parseOrigin(input.origin);
  if (!origin) throw originNotAllowed(input.origin);
  const tenantId = input.request.tenant_id;
  const earlier = earlierSession(deps.tokens, input.token, tenantId);
  const opened = await withTenant(deps.db, tenantId, async (tx) => {
    if (!(await allowsOrigin(tx, patternsFor(origin)))) throw originNotAllowed(input.origin);
    const tenant = await findTenant(tx);
    if (!tenant) throw originNotAllowed(input.origin);
    const identity = identityOf(tenant, input.request);
    const guest = { identity, request: input.request, device: deviceOf(input.userAgent) };
    const link = input.request.link === undefined ? undefined : deps.readBackLink(input.request.link);
    const held = (link && (await arrive(tx, link, guest))) ?? (await goOn(tx, earlier, guest));
    return readSession(tx, tenant, held ?? (await open(tx, guest)));
  });
  return issueSession(deps.tokens, tenantId, opened);
}

/** The session's view of its ticket. */
export async function readSession(
  tx: TenantTransaction,
  tenant: TenantRow,
  held: Held,
): Promise<Omit<StartedSession, keyof IssuedToken> & Held> {
  const { stored, earlier } = held.continued
    ? await listMessagePage(tx, held.ticket.id)
    : { stored: [], earlier: null };
  const { reachable, form } = await findVisitorKnown(tx, held.ticket.visitor_id);
  return {
    ...held,
    tenant,
    messages: stored.map((item) => item.message),
    earlier,
    pending: await findPending(tx, held.ticket),
    reachable,
    form: formOf(held.ticket, form),
  };
}

/** The token of a session, for its ticket and that ticket's visitor. */
export function issueSession<T extends Held>(tokens: SessionTokens, tenantId: TenantId, opened: T): T & IssuedToken {
  const { ticket, identified } = opened;
  const issued = tokens.issue({
    tenantId,
    // Ids from our own tables.
    ticketId: ticket.id as TicketId,
    visitorId: ticket.visitor_id as VisitorId,
    identified,
    sessionEpoch: ticket.session_epoch,
  });
  return { ...issued, ...opened };
}

/** The tenant requires identified visitors, and there is no valid identity. */
export function identityRequired(): AppError {
  return new AppError("identity_required", "This chat is for signed-in visitors only. Sign in on the site first.");
}

function identityOf(tenant: TenantRow, { identity }: InitRequest): VerifiedIdentity | null {
  if (identity === undefined) {
    if (tenant.requireIdentity) throw identityRequired();
    return null;
  }
  const { identitySecret, previousIdentitySecret: previous } = tenant;
  return verifyIdentity(identity, previous === null ? [identitySecret] : [identitySecret, previous]);
}

interface Guest {
  identity: VerifiedIdentity | null;
  request: InitRequest;
  device: string | null;
}

/** The ticket of a session. */
interface Held {
  ticket: TicketRow;
  continued: boolean;
  identified: boolean;
}

/** An invalid token starts a new session instead of an error. */
function earlierSession(tokens: SessionTokens, token: string | null, tenantId: TenantId): VisitorCredentials | null {
  if (token === null) return null;
  try {
    const credentials = tokens.verify(token);
    return credentials.tenantId === tenantId ? credentials : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * Continues the earlier ticket, or opens a new one for the same visitor when that has ended. If the visitor is another one now, the earlier
 * visitor's sessions end permanently: a shared computer may still have a token.
 */
async function goOn(tx: TenantTransaction, earlier: VisitorCredentials | null, guest: Guest): Promise<Held | null> {
  const { identity, request, device } = guest;
  if (!earlier) return null;
  const ticket = await findTicket(tx, earlier.ticketId);
  if (ticket?.visitor_id !== earlier.visitorId || ticket.session_epoch !== earlier.sessionEpoch) return null;
  const locale = request.visitor?.locale ?? null;
  const visitorId = identity ? await upsertVisitor(tx, newId(), { ...identity, locale, device }) : null;
  const isSame = identity ? earlier.identified && visitorId === earlier.visitorId : !earlier.identified;
  if (!isSame) {
    await endVisitorSessions(tx, earlier.visitorId);
    return null;
  }
  if (!identity) await touchVisitor(tx, earlier.visitorId, profileOf(guest));
  const isHeld = ticket.status !== "closed" || (await findTicketOfBlocked(tx, earlier.visitorId)) !== undefined;
  if (isHeld) return { ticket, continued: true, identified: identity !== null };
  const next = await insertTicket(tx, { id: newId(), visitorId: earlier.visitorId, page: request.page });
  return { ticket: next, continued: false, identified: identity !== null };
}

/**
 * Continues the ticket of an e-mail link, whatever session the browser had. Ended sessions also invalidate the link, and visitors whom the
 * tenant identifies can enter only through its pages.
 */
async function arrive(tx: TenantTransaction, link: BackLink, { identity }: Guest): Promise<Held | null> {
  if (identity || link.tenantId !== tx.tenantId) return null;
  const ticket = await findTicket(tx, link.ticketId);
  const reader = ticket && (await findReader(tx, ticket.visitor_id));
  if (!ticket || ticket.session_epoch !== link.session || !reader || reader.isIdentified) return null;
  return { ticket, continued: true, identified: false };
}

async function open(tx: TenantTransaction, guest: Guest): Promise<Held> {
  const { identity, request, device } = guest;
  const profile = profileOf(guest);
  const visitorId = await upsertVisitor(
    tx,
    newId(),
    identity ? { ...identity, locale: profile.locale, device } : { ...profile, externalId: null },
  );
  // A blocked visitor gets no new ticket and can read the last one.
  const last = identity ? await findTicketOfBlocked(tx, visitorId) : undefined;
  const held = last && (await findTicket(tx, last));
  if (held) return { ticket: held, continued: true, identified: true };
  const ticket = await insertTicket(tx, { id: newId(), visitorId, page: request.page });
  return { ticket, continued: false, identified: identity !== null };
}

function profileOf({ request, device }: Guest): Omit<VisitorProfile, "externalId"> {
  const { name = null, email = null, locale = null } = request.visitor ?? {};
  return { name, email, locale, device };
}
