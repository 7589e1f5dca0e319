import type { Wire } from "../wire/wire.ts";
import { openSession } from "./session.ts";

export interface ListedByServer {
  server: { name: string; version: string } | null;
  tools: FoundTool[];
}

/** A tool as the server lists it, unchecked. */
export interface FoundTool {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: unknown;
  outputSchema?: unknown;
  execution?: { taskSupport?: string | undefined } | undefined;
  annotations?: { title?: string | undefined; readOnlyHint?: boolean | undefined } | undefined;
}

/** Lists all pages of a server's tools. @throws CallFault. */
export async function listMcpTools(
  url: URL,
  { wire, headers }: { wire: Wire; headers: Record<string, string> },
): Promise<ListedByServer> {
  const session = await openSession(url, { wire, headers });
  const info = session.client.getServerVersion();
  const offersTools = session.client.getServerCapabilities()?.tools !== undefined;
  const { tools } = offersTools ? await session.run((client) => client.listTools()) : { tools: [] };
  return { server: info ? { name: info.name, version: info.version } : null, tools };
}
