import type { EscalationReason } from "../../protocol/messages.ts";
import type { ToolActivity } from "../../protocol/tools.ts";

/** JSON Schema of an object, as the tool's server sent it and a person approved it. */
export type JsonSchema = Record<string, unknown>;

/** A tool available in this turn: classified by a person, switched on, and allowed for this visitor. */
export interface OfferedTool {
  id: string;
  /** Name for the model: letters, digits, `_` and `-`, unique in the turn. */
  name: string;
  title: string;
  /** Name of its connection. */
  connection: string;
  description: string;
  kind: "read" | "write";
  input_schema: JsonSchema;
  /** Example questions for an answerer without a model. */
  examples: readonly string[];
  argument_sources: Record<string, ArgumentSource>;
}

/** Source of an argument without a model: words of the message that match a pattern, the page's address, or the visitor's identity. */
export interface ArgumentSource {
  from: "message" | "page" | "visitor";
  /** Regular expression (RE2-like, bounded); its first group is the value. For `visitor`: `id`, `name` or `email`. */
  pattern?: string;
}

/** A call that a model requests; unchecked. */
export interface ProposedCall {
  /** The model's own id; the port gets our id instead, a UUID under which the call is made and recorded. */
  id: string;
  name: string;
  arguments: unknown;
}

/** Facts about the visitor, from which arguments are taken. Data, never instructions. */
export interface Asker {
  page?: { url: string; title?: string };
  visitor?: { id?: string; name?: string; email?: string };
}

/** Input for proposing calls, in addition to the question. */
export interface ToolInput {
  tools: readonly OfferedTool[];
  /** Results of the calls made for this question, oldest first. */
  results: readonly CallResult[];
  /** Proposed calls that were not made, with the reasons. */
  notes: readonly string[];
  asker: Asker;
}

export type CallStatus = ToolActivity["status"];

/** Result of a call, for the model and for people. */
export interface CallResult {
  call_id: string;
  tool: Pick<OfferedTool, "id" | "name" | "title" | "connection" | "kind">;
  arguments: Record<string, unknown>;
  status: CallStatus;
  /** For the model: limited, cleaned and without secrets. For a failure: the problem, so that the model can change its plan. */
  content: string;
  /** For people, one or a few lines. */
  shown: string;
  /** ISO time of the result. */
  at: string;
}

export interface BegunCall {
  tool: Pick<OfferedTool, "name" | "title" | "connection">;
  arguments: unknown;
}

/** A write in the form shown to the person who approves or declines it. */
export interface ConfirmationInput {
  tool_id: string;
  title: string;
  connection: string;
  /** The effect of the write, in words. */
  description: string;
  arguments: Record<string, unknown>;
}

/** The tools of one turn, bound to its tenant, ticket and visitor. An error of a server is a result and is never thrown. */
export interface ToolPort {
  /** Queries the store at most once per turn, and not at all for a tenant without tools. */
  offered(): Promise<readonly OfferedTool[]>;
  /** Checks the arguments and runs a read. Never runs a write. */
  read(call: ProposedCall, signal: AbortSignal): Promise<CallResult>;
  /** Checks the arguments of a write and describes it for the person who approves it; `refused` is for the model. Calls nothing. */
  prepare(call: ProposedCall): Promise<{ confirmation: ConfirmationInput } | { refused: CallResult }>;
  /**
   * Makes an approved call at most once, whatever happens. When the confirmation was not approved, or its tool has changed since, the
   * result says so.
   * @param onBegin called once, before the call is made.
   */
  execute(confirmationId: string, signal: AbortSignal, onBegin: (call: BegunCall) => void): Promise<CallResult>;
  /** Results of calls made earlier in this turn or in the turn that it continues, in this order. */
  load(callIds: readonly string[]): Promise<CallResult[]>;
}

/** A turn's access to tools; absent without tools, as in a dry run. */
export interface ActingPorts {
  tools?: ToolPort;
  /** Called only when there are tools. */
  asker?(): Promise<Asker>;
  /** Ends the turn with a write that waits for approval. The question is stored with the results found before. */
  confirm?(input: ConfirmationInput & { question: string; calls: readonly string[] }): Promise<void>;
}

/** True when the call has an outcome. A write that was declined or met a conflict also has one. */
export function hasTold({ status }: Pick<CallResult, "status">): boolean {
  return status === "completed" || status === "conflict" || status === "declined";
}

/** Results that an answer may cite, in the order of their numbers, which follow the passages' numbers. */
export function citable(results: readonly CallResult[] = []): CallResult[] {
  return results.filter(({ status }) => status === "completed" || status === "conflict");
}

/** A call in the form shown to everybody. */
export function activityOf({ call_id, tool, status, shown, at }: CallResult): ToolActivity {
  const { title, connection, kind } = tool;
  return { tool_call_id: call_id, title, connection, kind, status, content: shown, at };
}

/** Tool activity for an answer. A failed call is left out when the same tool later succeeded. */
export function activitiesOf(results: readonly CallResult[]): ToolActivity[] {
  const worked = new Set(results.filter(({ status }) => status === "completed").map(({ tool }) => tool.id));
  return results
    .filter(({ status, tool }) => tool.title !== "" && !(status === "failed" && worked.has(tool.id)))
    .map(activityOf);
}

/** Reason for a hand-over when an answer is missing or weak: a failed tool, if no other tool gave an answer. */
export function reasonBeside(
  results: readonly CallResult[],
  otherwise: EscalationReason = "low_grade",
): EscalationReason {
  return results.length > 0 && !results.some(hasTold) ? "tool_failure" : otherwise;
}

/** Tool activity in lines for the agent who takes over. */
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
