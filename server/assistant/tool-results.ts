import type { EscalationReason } from "../../protocol/messages.ts";
import type { ToolActivity } from "../../protocol/tools.ts";
import { type CallResult, hasTold } from "./tool-ports.ts";

/** What a call did, as everybody reads it. */
export function activityOf({ call_id, tool, status, shown, at }: CallResult): ToolActivity {
  const { title, connection, kind } = tool;
  return { tool_call_id: call_id, title, connection, kind, status, content: shown, at };
}

/** What tools did for an answer. A call that failed and was made differently with success is not worth telling. */
export function activitiesOf(results: readonly CallResult[]): ToolActivity[] {
  const worked = new Set(results.filter(({ status }) => status === "completed").map(({ tool }) => tool.id));
  return results
    .filter(({ status, tool }) => tool.title !== "" && !(status === "failed" && worked.has(tool.id)))
    .map(activityOf);
}

/** Why a person is asked where an answer is missing or weak: a tool that failed, when no other told anything. */
export function reasonBeside(
  results: readonly CallResult[],
  otherwise: EscalationReason = "low_grade",
): EscalationReason {
  return results.length > 0 && !results.some(hasTold) ? "tool_failure" : otherwise;
}

/** What tools did, in lines for the agent who takes over. */
export function toolLines(results: readonly CallResult[]): string {
  return activitiesOf(results)
    .map(({ title, connection, status, content }) => {
      const said = content === "" ? "" : `: ${content.replace(/\s+/g, " ").slice(0, maxLineChars)}`;
      return `${connection}, ${title} (${words[status]})${said}`.toWellFormed();
    })
    .join("\n");
}

const maxLineChars = 160;
const words: Record<CallResult["status"], string> = {
  completed: "done",
  failed: "failed",
  conflict: "conflict",
  unknown: "outcome unknown",
  declined: "declined",
  expired: "expired",
  withdrawn: "withdrawn",
};
