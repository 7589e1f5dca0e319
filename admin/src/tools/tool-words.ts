import type { ToolCall, ToolCallStatus } from "../../../protocol/admin-tool-calls.ts";
import type { Tool, ToolConnection } from "../../../protocol/admin-tools.ts";
import { visibleText } from "../../../protocol/visible-text.ts";
import type { Tab } from "../ui/tabs.tsx";

export const connectionKinds: Record<ToolConnection["kind"], string> = { mcp: "MCP server", rest: "REST actions" };

export const toolKinds = {
  read: { label: "Reads", text: "Looks something up without changing it. Used whenever it helps." },
  write: {
    label: "Writes",
    text: "Changes something. Needs approval of the exact arguments.",
  },
} as const;

export const audiences: Record<Tool["audience"], { label: string; text: string }> = {
  everyone: { label: "Everyone", text: "Including anonymous visitors." },
  identified: { label: "Signed-in visitors", text: "Verified visitors only." },
};

export const approvals: Record<Tool["approval"], { label: string; text: string }> = {
  visitor: { label: "The visitor", text: "Approves or declines in the chat." },
  agent: { label: "An agent", text: "Approves or declines in the console." },
  both: { label: "Both", text: "The visitor first, then an agent." },
};

export const callStatuses: Record<ToolCallStatus, string> = {
  running: "Running",
  completed: "Done",
  failed: "Failed",
  conflict: "Conflict",
  unknown: "Unknown",
};

export function toolTitle({ title, name }: Pick<Tool, "title" | "name">): string {
  return visibleText(title || name);
}

/** Why a tool cannot be used, or how it is used; the first condition that applies. */
export function toolState(tool: Tool): { text: string; tone: "amber" | "green" | "red" | "soft" } {
  if (tool.is_gone) return { text: "Removed from the server", tone: "red" };
  if (tool.kind === null) return { text: "Needs rules", tone: "amber" };
  if (tool.changed_to) return { text: "Needs approval", tone: "amber" };
  if (!tool.is_active) return { text: "Off", tone: "soft" };
  return tool.problems.length > 0 ? { text: "Unusable", tone: "red" } : { text: "In use", tone: "green" };
}

export const callKinds: Record<ToolCall["kind"], string> = { read: "Reads", write: "Writes", test: "Tests" };

const actorWords: Record<string, string> = {
  assistant: "The assistant",
  visitor: "The visitor",
  agent: "An agent",
  person: "Former member",
  api_key: "Revoked key",
  system: "The server",
};

/** The person or system that allowed a call. */
export function actorName({ kind, name }: { kind: string; name: string | null }): string {
  return name ?? actorWords[kind] ?? kind;
}

export const toolTabs: readonly Tab[] = [
  { href: "/console/tools", label: "Connections" },
  { href: "/console/tools/calls", label: "Calls" },
];
