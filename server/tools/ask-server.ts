import { ProtocolError } from "@modelcontextprotocol/client";
import { type OutgoingRules, outgoingNetwork, parseOutgoing } from "../core/fetch/outgoing-address.ts";
import type { CallOrder, ServerAnswer } from "./answers.ts";
import { unlockHeaders } from "./credentials.ts";
import type { ToolDeps } from "./deps.ts";
import { CallFault } from "./faults.ts";
import { callMcpTool } from "./mcp/call-tool.ts";
import { type ListedByServer, listMcpTools } from "./mcp/list-tools.ts";
import { callRestAction } from "./rest/call-action.ts";
import { type CallContext, signCall } from "./signing/token.ts";
import type { ToolConnectionRow } from "./store/tool-connections.ts";
import type { ToolRow } from "./store/tools.ts";
import { privateSetting, Wire } from "./wire/wire.ts";

/** Time limit for listing a server's tools, all pages together, in ms. */
const listMs = 20_000;
/** Most requests of one call: handshake, call, end of session, and the server's notifications. */
const requestsOfCall = 20;
const requestsOfList = 50;

export interface Asking {
  connection: ToolConnectionRow;
  /** Id of the call or of the tool listing. */
  callId: string;
  context: CallContext;
  signal: AbortSignal;
}

/** Dependencies of a request to a server: no database, but a signing key. */
export type AskDeps = Omit<ToolDeps, "db" | "log" | "breakers">;

/** Makes one try of one call. @throws CallFault when there is no readable response. */
export async function askServer(
  deps: AskDeps,
  { tool, order, ...asking }: Asking & { tool: Pick<ToolRow, "request" | "timeout_ms">; order: CallOrder },
): Promise<ServerAnswer> {
  return withWire(
    deps,
    { ...asking, timeoutMs: tool.timeout_ms, maxRequests: requestsOfCall },
    (wire, { url, headers }) =>
      asking.connection.kind === "rest"
        ? callRestAction(url, { wire, headers, request: requestOf(tool), order })
        : callMcpTool(url, { wire, headers, order }),
  );
}

/** Lists a server's tools. @throws CallFault. */
export async function askForTools(deps: AskDeps, asking: Asking): Promise<ListedByServer> {
  return withWire(
    deps,
    { ...asking, timeoutMs: listMs, maxRequests: requestsOfList },
    async (wire, { url, headers }) => {
      try {
        return await listMcpTools(url, { wire, headers });
      } catch (error) {
        if (error instanceof ProtocolError)
          throw new CallFault("unreadable", "The server refused to list its tools. Check its credentials.", {
            cause: error,
          });
        throw error;
      }
    },
  );
}

async function withWire<T>(
  deps: AskDeps,
  asking: Asking & { timeoutMs: number; maxRequests: number },
  work: (wire: Wire, about: { url: URL; headers: Record<string, string> }) => Promise<T>,
): Promise<T> {
  const { connection, callId, context, signal, timeoutMs, maxRequests } = asking;
  const url = addressOf(deps, connection);
  const own = unlockHeaders(connection, { tenantId: context.tenantId, secrets: deps.secrets });
  if (!own)
    throw new CallFault("refused", "The headers of this connection can no longer be decrypted. Enter them again.");
  const key = await deps.signer.key();
  const token = signCall({ key, issuer: deps.publicUrl, url, callId, context });
  const hasOwn = Object.keys(own).some((name) => name.toLowerCase() === "authorization");
  const headers = {
    "user-agent": "Parley-Tools/1.0",
    ...own,
    ...(hasOwn ? {} : { authorization: `Bearer ${token}` }),
    "parley-token": token,
    "parley-call": callId,
  };
  const network = outgoingNetwork(url, rulesOf(deps));
  const wire = new Wire({ base: url, network, timeoutMs, signal, maxRequests });
  try {
    return await work(wire, { url, headers });
  } finally {
    // Not awaited, so that a slow server delays nobody.
    void wire.close();
  }
}

/** The operator's allowed hosts may have changed since the address was entered. */
function addressOf(deps: AskDeps, connection: ToolConnectionRow): URL {
  try {
    return parseOutgoing(connection.url, rulesOf(deps));
  } catch (error) {
    throw new CallFault("refused", error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Rules for the addresses of connections. */
export function rulesOf({
  privateHosts,
  ownAddresses,
  network,
}: Pick<ToolDeps, "privateHosts" | "ownAddresses" | "network">): OutgoingRules {
  return { privateHosts, ownAddresses, network, setting: privateSetting };
}

function requestOf({ request }: Pick<ToolRow, "request">) {
  if (!request) throw new CallFault("refused", "This action has no request. Define one.");
  return request;
}
