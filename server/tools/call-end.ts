import type { ServerAnswer } from "./answers.ts";
import { type CallFault, leavesUnknown } from "./faults.ts";
import { cleanText, maxShownChars, readable } from "./readable.ts";
import { checkAnswer } from "./schema/check-arguments.ts";
import type { ToolCallEnd } from "./store/tool-calls.ts";
import type { ListedTool } from "./store/tools.ts";
import { renderTemplate } from "./template.ts";

type ToldTool = Pick<ListedTool, "result_template" | "output_schema">;

/** Result of a response, for the model, visitors and agents. For a read, a response that does not match its schema is a failure. */
export function endOfAnswer(
  answer: ServerAnswer,
  { tool, isWrite, tookMs }: { tool: ToldTool; isWrite: boolean; tookMs: number },
): ToolCallEnd {
  const about = { error: null, httpStatus: answer.httpStatus, tookMs };
  const text = cleanText(answer.text);
  switch (answer.outcome) {
    case "conflict":
      return {
        ...about,
        status: "conflict",
        content:
          `The server reports a conflict: the data has changed in the meantime, so nothing was done. ${text}`.trim(),
        // Without a sentence of the tool, each reader says it in its own language.
        shown: shownOf(answer, tool),
        error: "conflict",
      };
    case "failed":
      return {
        ...about,
        status: "failed",
        content: `The tool failed: ${text}`,
        shown: shownOf(answer),
        error: "tool_error",
      };
    case "completed": {
      const flaw = tool.output_schema ? checkAnswer(tool.output_schema, answer.value) : undefined;
      if (flaw && !isWrite) {
        const content = "The server's response does not match its schema.";
        return { ...about, status: "failed", content, shown: content, error: cleanText(flaw, 300) };
      }
      return { ...about, status: "completed", content: text, shown: shownOf(answer, tool) };
    }
    default: {
      const never: never = answer.outcome;
      throw new Error(`unknown outcome: ${String(never)}`);
    }
  }
}

/** Result of a call without a response. A write that may have been sent is unknown, not failed. */
export function endOfFault(
  fault: CallFault,
  { isWrite, wasSent, tookMs }: { isWrite: boolean; wasSent: boolean; tookMs: number },
): ToolCallEnd {
  const about = { error: fault.kind, httpStatus: fault.httpStatus, tookMs };
  if (isWrite && wasSent && leavesUnknown(fault)) return { ...unknownEnd(fault.message), ...about };
  const said = fault.said === "" ? "" : ` It said: ${cleanText(fault.said, 500)}`;
  return { ...about, status: "failed", content: `The call failed. ${fault.message}${said}`, shown: fault.message };
}

/** Result of a write that may or may not have happened. */
export function unknownEnd(why: string): ToolCallEnd {
  return {
    status: "unknown",
    content: `It is unclear whether this was done. Do not try again. ${why}`,
    shown: "It's unclear whether this was done. Our team is checking.",
    error: "unknown",
    httpStatus: null,
    tookMs: null,
  };
}

function shownOf(answer: ServerAnswer, tool?: ToldTool): string {
  const made = tool?.result_template ? renderTemplate(tool.result_template, answer.value ?? { text: answer.text }) : "";
  return cleanText(made.trim() || readable(answer.text, answer.value), maxShownChars);
}
