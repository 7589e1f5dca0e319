import type { ToolConnectionRow } from "../../store/tool-connections.ts";
import type { ListedTool } from "../../store/tools.ts";
import { argumentsHash } from "../arguments-hash.ts";

/** What a call of this tool with these arguments is bound to, as the rows stand. */
export function hashOfCall(
  tool: Pick<ListedTool, "id" | "name" | "definition_hash">,
  connection: Pick<ToolConnectionRow, "id" | "url">,
  given: Record<string, unknown>,
): string {
  return argumentsHash({
    connectionId: connection.id,
    connectionUrl: connection.url,
    toolId: tool.id,
    toolName: tool.name,
    definitionHash: tool.definition_hash,
    arguments: given,
  });
}
