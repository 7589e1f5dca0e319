import type { ToolConnection } from "../../protocol/admin-tools.ts";
import { operator } from "../../server/accounts/tenants/deps.ts";
import { asError } from "../../server/core/errors.ts";
import { shopPath, shopUrl } from "../../server/operations/demo/shop-endpoint.ts";
import { shopName, shopTools, shopVersion } from "../../server/operations/demo/shop-tools.ts";
import { changeConnection, createConnection, readConnections } from "../../server/tools/manage/connections.ts";
import { discoverTools } from "../../server/tools/manage/discover.ts";
import { acceptTool, changeTool } from "../../server/tools/manage/tools.ts";
import type { AppContext } from "../../server/wiring/context.ts";

/** What `demo.json` keeps of the shop. */
export interface ConnectedShop {
  connection_id: string;
  /** Of the shop when its tools were last looked at; missing while that has not succeeded. */
  version?: string | undefined;
}

interface ShopInput {
  tenantId: string;
  /** Undefined: the demo tenant has never had one. */
  known: ConnectedShop | undefined;
  /** Called as soon as something has to be remembered. */
  remember(shop: ConnectedShop): Promise<void>;
}

/** Longest that a look at the shop may hold up the start, ms. It is in this process. */
const pollMs = 20_000;

/**
 * Connects the demo tenant with the shop once: a removed connection is not created again. Changes to its tools are kept. An unreachable
 * shop is tried again at the next start.
 */
export async function ensureDemoShop(ctx: AppContext, { tenantId, known, remember }: ShopInput): Promise<void> {
  const connection = await connect(ctx, { tenantId, known, remember });
  if (!connection || known?.version === shopVersion) return;
  const signal = AbortSignal.timeout(pollMs);
  const { tools: deps } = ctx.http;
  const found = await discoverTools(deps, operator, { tenantId, connectionId: connection.id, signal });
  if (found.problem !== null) {
    ctx.log.warn({ reason: found.problem }, "Demo shop is unreachable");
    return;
  }
  for (const { id: toolId, name, kind, changed_to } of found.tools) {
    // The shop is this version's own, so its new definitions are approved with the version.
    if (changed_to) await acceptTool(deps, operator, { tenantId, toolId, definition_hash: changed_to.definition_hash });
    const decision = shopTools[name];
    if (kind === null && decision) await changeTool(deps, operator, { tenantId, toolId, ...decision });
  }
  await remember({ connection_id: connection.id, version: shopVersion });
}

async function connect(ctx: AppContext, { tenantId, known, remember }: ShopInput): Promise<ToolConnection | null> {
  const { tools: deps } = ctx.http;
  const url = shopUrl(ctx.config.port);
  const all = await readConnections(deps, tenantId);
  if (known) {
    const connection = all.find(({ id }) => id === known.connection_id);
    if (!connection || connection.url === url) return connection ?? null;
    // `PORT` has changed since; an address that somebody else put there is theirs.
    if (!/^http:\/\/127\.0\.0\.1:\d+\//.test(connection.url) || !connection.url.endsWith(shopPath)) return null;
    return changeConnection(deps, operator, { tenantId, connectionId: connection.id, url });
  }
  // There without being remembered: the last start was cut off in between.
  const connection =
    all.find((one) => one.url === url) ??
    (await createConnection(deps, operator, { tenantId, name: shopName, kind: "mcp", url, headers: {} }).catch(
      (error: unknown) => {
        ctx.log.warn({ reason: asError(error).message }, "Could not connect the demo shop");
        return null;
      },
    ));
  if (connection) await remember({ connection_id: connection.id });
  return connection;
}
