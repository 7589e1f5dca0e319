import type {
  ChangeConnectionRequest,
  CreateConnectionRequest,
  ToolConnection,
} from "../../../protocol/admin-tools.ts";
import { AppError } from "../../core/errors.ts";
import { parseOutgoing } from "../../core/fetch/outgoing-address.ts";
import { newId } from "../../core/ids.ts";
import { type AuditActor, insertAudit, nameDetail } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { rulesOf } from "../ask-server.ts";
import { breakerKey } from "../breakers.ts";
import { lockHeaders } from "../credentials.ts";
import type { ToolDeps } from "../deps.ts";
import { listLastEnds } from "../store/tool-call-figures.ts";
import {
  deleteToolConnection,
  hasConnectionNamed,
  insertToolConnection,
  listToolConnections,
  updateHasTools,
  updateToolConnection,
} from "../store/tool-connections.ts";
import { type ConnectionTarget, noConnection, toConnection } from "./views.ts";

/** Most connections of a tenant. */
const maxConnections = 20;

/** All connections by name, without credentials. */
export async function readConnections(deps: ToolDeps, tenantId: string): Promise<ToolConnection[]> {
  return withTenant(deps.db, tenantId, (tx) => listConnections(tx, deps));
}

/** @throws AppError `not_found`. */
export async function readConnection(
  tx: TenantTransaction,
  deps: Pick<ToolDeps, "breakers">,
  connectionId: string,
): Promise<ToolConnection> {
  const found = (await listConnections(tx, deps)).find(({ id }) => id === connectionId);
  if (!found) throw noConnection();
  return found;
}

/**
 * @throws AppError `invalid_request` for an address that must not be called, `conflict` for a name that is taken, or at the limit of
 * connections.
 */
export async function createConnection(
  deps: ToolDeps,
  actor: AuditActor,
  { tenantId, name, kind, headers, ...wanted }: CreateConnectionRequest & { tenantId: string },
): Promise<ToolConnection> {
  const url = addressOf(deps, wanted.url);
  const id = newId();
  const kept = lockHeaders(headers, { tenantId, id, secrets: deps.secrets });
  return withTenant(deps.db, tenantId, async (tx) => {
    if ((await listToolConnections(tx)).length >= maxConnections)
      throw new AppError("conflict", `The limit of ${maxConnections} connections is reached. Remove one first.`);
    if (!(await insertToolConnection(tx, { id, name, kind, url: url.href, headers: kept }))) throw nameTaken();
    await note(tx, actor, { action: "create", id, detail: { kind, host: url.host, headers: kept.names } });
    return readConnection(tx, deps, id);
  });
}

/**
 * Another address is another server. Approvals for the old one become invalid, because they are bound to the address.
 * @throws AppError as {@link createConnection}, or `not_found`.
 */
export async function changeConnection(
  deps: ToolDeps,
  actor: AuditActor,
  { tenantId, connectionId, ...change }: ConnectionTarget & ChangeConnectionRequest,
): Promise<ToolConnection> {
  const url = change.url === undefined ? undefined : addressOf(deps, change.url);
  const headers =
    change.headers === undefined
      ? undefined
      : lockHeaders(change.headers, { tenantId, id: connectionId, secrets: deps.secrets });
  const changed = await withTenant(deps.db, tenantId, async (tx) => {
    if (change.name !== undefined && (await hasConnectionNamed(tx, change.name, connectionId))) throw nameTaken();
    const fields = {
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.is_active === undefined ? {} : { is_active: change.is_active }),
      ...(url === undefined ? {} : { url: url.href }),
      ...(headers === undefined ? {} : { headers }),
    };
    if (!(await updateToolConnection(tx, connectionId, fields))) throw noConnection();
    await updateHasTools(tx);
    const detail = {
      fields: Object.keys(change),
      ...(url ? { host: url.host } : {}),
      ...(headers ? { headers: headers.names } : {}),
    };
    await note(tx, actor, { action: "change", id: connectionId, detail });
    return readConnection(tx, deps, connectionId);
  });
  if (url !== undefined || headers !== undefined) deps.breakers.forget(breakerKey(tenantId, connectionId));
  return changed;
}

/** Deletes a connection with its tools; recorded calls stay. @throws AppError `not_found`. */
export async function removeConnection(
  deps: ToolDeps,
  actor: AuditActor,
  { tenantId, connectionId }: ConnectionTarget,
): Promise<void> {
  await withTenant(deps.db, tenantId, async (tx) => {
    const detail = await nameDetail(tx, connectionId);
    if (!(await deleteToolConnection(tx, connectionId))) throw noConnection();
    await updateHasTools(tx);
    await note(tx, actor, { action: "delete", id: connectionId, detail });
  });
  deps.breakers.forget(breakerKey(tenantId, connectionId));
}

async function listConnections(tx: TenantTransaction, deps: Pick<ToolDeps, "breakers">): Promise<ToolConnection[]> {
  const rows = await listToolConnections(tx);
  const ends = new Map((await listLastEnds(tx)).map((end) => [end.connection_id, end.status]));
  return rows.map((row) => toConnection(deps, tx.tenantId, { row, lastEnd: ends.get(row.id) }));
}

/** The address without its fragment, which is never sent. */
function addressOf(deps: ToolDeps, address: string): URL {
  const url = parseOutgoing(address, rulesOf(deps));
  url.hash = "";
  return url;
}

function nameTaken(): AppError {
  const message = "Another connection has this name. Choose another one.";
  return new AppError("conflict", message, { details: [{ field: "name", message }] });
}

function note(
  tx: TenantTransaction,
  actor: AuditActor,
  { action, id, detail }: { action: string; id: string; detail?: Record<string, unknown> },
): Promise<void> {
  const target = { kind: "tool_connection", id };
  return insertAudit(tx, { actor, action: `tool_connection.${action}`, target, ...(detail ? { detail } : {}) });
}
