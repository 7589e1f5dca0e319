import type { CopilotConclusion, CopilotPorts } from "../ports.ts";
import type { CopilotStateType, CopilotUpdate } from "../state.ts";
import { notesOf } from "../talk-summary.ts";
import type { Finding } from "./find-evidence.ts";

/** Has the action's conclusion drawn from what was found. */
export async function conclude(
  state: CopilotStateType,
  ports: CopilotPorts & { finding: Finding },
): Promise<CopilotUpdate> {
  const { action } = state.settled;
  const { gathered } = ports.finding;
  if (action === null || !gathered) return {};
  ports.tell(working[action]);
  const conclusion = await draw(state, { gathered, ports });
  const { inference, judge } = conclusion;
  return { conclusion, confidence: { ...state.confidence, inference, judge } };
}

const working = {
  summarize: "Summarizing",
  inquire: "Answering",
  compare: "Comparing",
  audit: "Checking the text against the documents",
};

function draw(
  { settled, message }: CopilotStateType,
  { gathered, ports }: { gathered: NonNullable<Finding["gathered"]>; ports: CopilotPorts },
): Promise<CopilotConclusion> {
  const { model, signal, locale } = ports;
  const { documents, chunks, text, statements, fitted } = gathered;
  switch (settled.action) {
    case "summarize":
      return model.summarize({ documents, focus: settled.focus ?? "", request: message, locale }, signal);
    case "compare":
      return model.compare({ documents, fitted, focus: settled.focus, request: message, locale }, signal);
    case "audit":
      return model.audit({ text, statements, targets: documents, locale }, signal);
    default:
      return model.inquire({ question: message, chunks, locale, notes: notesOf(ports.said) }, signal);
  }
}
