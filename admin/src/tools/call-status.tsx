import type { ToolCallStatus } from "../../../protocol/admin-tool-calls.ts";
import { callStatuses } from "./tool-words.ts";

/** What came of a call, in a word. */
export function CallStatus({ status }: { status: ToolCallStatus }) {
  return <span class={`chip chip-call-${status}`}>{callStatuses[status] ?? status}</span>;
}
