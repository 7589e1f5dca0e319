import type { EscalationReason } from "../../protocol/messages.ts";
import type { ToolActivity } from "../../protocol/tools.ts";

/** JSON Schema of an object, as the tool's server gave it and a person approved it. */
export type JsonSchema = Record<string, unknown>;

/** A tool that may be used in this turn: classed by a person, switched on, and meant for this visitor. */
export interface OfferedTool {
  id: string;
  /** As the model calls it: letters, digits, `_` and `-`, unique in the turn. */
  name: string;
  title: string;
  /** Name of its connection. */
  connection: string;
  description: string;
  kind: "read" | "write";
  input_schema: JsonSchema;
  /** What an answerer without a model goes by. */
  examples: readonly string[];
  argument_sources: Record<string, ArgumentSource>;
}

/** Where an argument is found without a model: words of the message that a pattern matches, the page's address, or who the visitor is. */
export interface ArgumentSource {
  from: "message" | "page" | "visitor";
  /** Regular expression (RE2-like, bounded); its first group is the value. Of `visitor`: `id`, `name` or `email`. */
  pattern?: string;
}

/** A call that a model wants to be made. Nothing in it is believed. */
export interface ProposedCall {
  /** The model's own id of it; what reaches the port has an id of ours instead, a UUID that the call is made and recorded under. */
  id: string;
  name: string;
  arguments: unknown;
}

/** What is known of who asks, for arguments that are found there. Data, never instructions. */
export interface Asker {
  page?: { url: string; title?: string };
  visitor?: { id?: string; name?: string; email?: string };
}

/** What a proposal of calls is made from, besides the question. */
export interface ToolInput {
  tools: readonly OfferedTool[];
  /** What calls made for this question have told, oldest first. */
  results: readonly CallResult[];
  /** What was proposed and not called, and why. */
  notes: readonly string[];
  asker: Asker;
}

export type CallStatus = ToolActivity["status"];

/** What came of a call, as the model and people are told. */
export interface CallResult {
  call_id: string;
  tool: Pick<OfferedTool, "id" | "name" | "title" | "connection" | "kind">;
  arguments: Record<string, unknown>;
  status: CallStatus;
  /** For the model: bounded, cleaned, secrets taken out. Of a failure: what went wrong, so that it can change its plan. */
  content: string;
  /** For people, in a line or a few. */
  shown: string;
  /** ISO time at which it was known. */
  at: string;
}

/** A call that begins. */
export interface BegunCall {
  tool: Pick<OfferedTool, "name" | "title" | "connection">;
  arguments: unknown;
}

/** A write as whoever says yes or no to it is shown it. */
export interface ConfirmationInput {
  tool_id: string;
  title: string;
  connection: string;
  /** What would happen, in words. */
  description: string;
  arguments: Record<string, unknown>;
}

/** The tools of one turn, bound to its tenant, ticket and visitor. Nothing here throws for what a server does: that is a result. */
export interface ToolPort {
  /** Asks the store at most once in a turn, and not at all for a tenant without tools. */
  offered(): Promise<readonly OfferedTool[]>;
  /** Checks the arguments and runs a read. Never runs a write. */
  read(call: ProposedCall, signal: AbortSignal): Promise<CallResult>;
  /** Checks the arguments of a write and says what a person would be shown; `refused` is for the model. Calls nothing. */
  prepare(call: ProposedCall): Promise<{ confirmation: ConfirmationInput } | { refused: CallResult }>;
  /**
   * Makes the call that was approved, if it was and nobody has made it: at most once, whatever happens. For a confirmation that was not
   * approved, or whose tool has changed since, the result says so.
   * @param onBegin called once, before the result is sought.
   */
  execute(confirmationId: string, signal: AbortSignal, onBegin: (call: BegunCall) => void): Promise<CallResult>;
  /** Results of calls made earlier in this turn or the one it goes on from, in this order. */
  load(callIds: readonly string[]): Promise<CallResult[]>;
}

/** What a turn may do with tools; absent where there are none, as in a trial. */
export interface ActingPorts {
  tools?: ToolPort;
  /** Asked only where there are tools. */
  asker?(): Promise<Asker>;
  /** Ends the turn with a write that waits for a yes. The question was stored with what was found out before it. */
  confirm?(input: ConfirmationInput & { question: string; calls: readonly string[] }): Promise<void>;
}

/** What a system has answered, as against a call of which nothing came. A write that was refused or met a conflict is an answer, too. */
export function hasTold({ status }: Pick<CallResult, "status">): boolean {
  return status === "completed" || status === "conflict" || status === "declined";
}

/** Results that an answer may cite, in the order of their numbers, which follow those of the passages. */
export function citable(results: readonly CallResult[] = []): CallResult[] {
  return results.filter(({ status }) => status === "completed" || status === "conflict");
}

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
