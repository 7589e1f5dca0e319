import type { ChangeToolRequest, Tool } from "../../../protocol/admin-tools.ts";

/** An admin's decision about a tool, being edited. */
export interface DecisionDraft {
  title: string;
  description: string;
  kind: Tool["kind"];
  audience: Tool["audience"];
  approval: Tool["approval"];
  isActive: boolean;
  /** Seconds. */
  timeout: string;
  callsPerDay: string;
  /** One question per line. */
  examples: string;
  sources: Tool["argument_sources"];
  resultTemplate: string;
  confirmTemplate: string;
}

export type DecisionProblems = Partial<Record<"kind" | "timeout" | "callsPerDay" | "examples" | "form", string>>;

export function decisionDraft(tool: Tool): DecisionDraft {
  return {
    title: tool.title,
    description: tool.description,
    kind: tool.kind,
    audience: tool.audience,
    approval: tool.approval,
    isActive: tool.is_active,
    timeout: String(tool.timeout_ms / 1_000),
    callsPerDay: tool.calls_per_day === null ? "" : String(tool.calls_per_day),
    examples: tool.examples.join("\n"),
    sources: tool.argument_sources,
    resultTemplate: tool.result_template,
    confirmTemplate: tool.confirm_template,
  };
}

/** Same limits as on the server. */
const maxExamples = 20;
const maxCallsPerDay = 100_000;

export function readDecision(draft: DecisionDraft): { change: ChangeToolRequest } | { problems: DecisionProblems } {
  const problems: DecisionProblems = {};
  const seconds = Number(draft.timeout.replace(",", "."));
  const perDay = draft.callsPerDay.trim() === "" ? null : Number(draft.callsPerDay);
  const examples = draft.examples.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
  if (draft.kind === null) problems.kind = "Choose whether it reads or writes.";
  if (!(seconds >= 0.5 && seconds <= 30)) problems.timeout = "Between 0.5 and 30 seconds.";
  if (perDay !== null && !(Number.isInteger(perDay) && perDay >= 1 && perDay <= maxCallsPerDay))
    problems.callsPerDay = "Enter a whole number, or leave empty.";
  if (examples.length > maxExamples) problems.examples = `At most ${maxExamples} questions.`;
  if (Object.keys(problems).length > 0) return { problems };
  return {
    change: {
      title: draft.title.trim(),
      description: draft.description.trim(),
      kind: draft.kind,
      audience: draft.audience,
      approval: draft.approval,
      is_active: draft.isActive,
      timeout_ms: Math.round(seconds * 1_000),
      calls_per_day: perDay,
      examples,
      argument_sources: draft.sources,
      result_template: draft.resultTemplate,
      confirm_template: draft.confirmTemplate,
    },
  };
}
