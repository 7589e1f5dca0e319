import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

/** What somebody says yes to: this tool of this connection at this address, as it is defined now, with these arguments. */
export interface BoundCall {
  connectionId: string;
  connectionUrl: string;
  toolId: string;
  toolName: string;
  definitionHash: string;
  arguments: unknown;
}

/** SHA-256, hex, of everything that a yes is bound to. Another address, definition or argument gives another one. */
export function argumentsHash(call: BoundCall): string {
  const bound = {
    arguments: call.arguments,
    connection: call.connectionId,
    definition: call.definitionHash,
    name: call.toolName,
    tool: call.toolId,
    url: call.connectionUrl,
  };
  return createHash("sha256").update(canonicalJson(bound)).digest("hex");
}
