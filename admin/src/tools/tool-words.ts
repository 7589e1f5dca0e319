import type { ToolCall, ToolCallStatus } from "../../../protocol/admin-tool-calls.ts";
import type { Tool, ToolConnection } from "../../../protocol/admin-tools.ts";
import { visibleText } from "../../../protocol/visible-text.ts";

export const connectionKinds: Record<ToolConnection["kind"], string> = { mcp: "MCP server", rest: "REST actions" };

export const toolKinds = {
  read: { label: "Reads", text: "Looks something up and changes nothing. The assistant calls it whenever it helps." },
  write: {
    label: "Writes",
    text: "Changes something. Nothing happens before a person has said yes to the exact arguments.",
  },
} as const;

export const audiences: Record<Tool["audience"], { label: string; text: string }> = {
  everyone: { label: "Everyone", text: "Also visitors of whom nobody knows who they are." },
  identified: { label: "Signed-in visitors", text: "Only those whom your site has vouched for." },
};

export const approvals: Record<Tool["approval"], { label: string; text: string }> = {
  visitor: { label: "The visitor", text: "Sees a card in the chat and says yes or no." },
  agent: { label: "An agent", text: "Says yes or no here in the console." },
  both: { label: "Both", text: "The visitor first, then an agent." },
};

export const callStatuses: Record<ToolCallStatus, string> = {
  running: "Running",
  completed: "Done",
  failed: "Failed",
  conflict: "Conflict",
  unknown: "Unknown",
};

/** What a tool is called where people read. */
export function toolTitle({ title, name }: Pick<Tool, "title" | "name">): string {
  return visibleText(title || name);
}

/** What keeps a tool from being used, or how it is used; the first that holds. */
export function toolState(tool: Tool): { text: string; tone: "amber" | "green" | "red" | "soft" } {
  if (tool.is_gone) return { text: "Gone from the server", tone: "red" };
  if (tool.kind === null) return { text: "Waits for a decision", tone: "amber" };
  if (tool.changed_to) return { text: "Approve anew", tone: "amber" };
  if (!tool.is_active) return { text: "Off", tone: "soft" };
  return tool.problems.length > 0 ? { text: "Cannot be used", tone: "red" } : { text: "In use", tone: "green" };
}

export const callKinds: Record<ToolCall["kind"], string> = { read: "Reads", write: "Writes", test: "Tests" };

const actorWords: Record<string, string> = {
  assistant: "The assistant",
  visitor: "The visitor",
  agent: "An agent",
  person: "Somebody who has left",
  api_key: "A key that is gone",
  system: "The server",
};

/** Who let a call be made. */
export function actorName({ kind, name }: { kind: string; name: string | null }): string {
  return name ?? actorWords[kind] ?? kind;
}
