import type { CopilotAction } from "../../../protocol/copilot.ts";
import { notesOf } from "../conversation-summary.ts";
import { evidenceFloor, evidenceLevel } from "../evidence-level.ts";
import { type Gathered, gatherFor } from "../gather.ts";
import type { CopilotConclusion, CopilotPorts } from "../ports.ts";
import { askForEvidence } from "../questions.ts";
import { type CopilotStateType, type CopilotUpdate, nothingKnown } from "../state.ts";

/**
 * Gathers the evidence for the action and concludes. With little evidence there is no conclusion yet: `check_retrieval` asks the person
 * first, so that no model call is spent on a guess.
 */
export async function act(state: CopilotStateType, ports: CopilotPorts): Promise<CopilotUpdate> {
  const { action, message } = state;
  if (action === null) return {};
  ports.tell(readingStatus(state));
  // A question such as "Why is that?" finds no passages by itself.
  const words = action === "inquire" && ports.about !== undefined ? `${message}\n${ports.about}` : message;
  const gathered = await gatherFor[action](state, words, ports);
  const { retrieval, best, web } = gathered;
  const read = gathered.chunks.length;
  const confidence = { ...nothingKnown, retrieval, level: evidenceLevel(retrieval, ports.embeddingModel) };
  const found = { best, ...(web ? { web } : {}) };
  if (isPoor({ ...state, read, found }, ports)) return { read, found, confidence, conclusion: null };
  ports.tell(working[action]);
  const conclusion = await conclude(state, { gathered, ports });
  const { inference, judge } = conclusion;
  return { read, found, conclusion, confidence: { ...confidence, inference, judge } };
}

/** Asks once whether to continue with little evidence. */
export async function checkRetrieval(state: CopilotStateType, ports: CopilotPorts): Promise<CopilotUpdate> {
  const { action, read, found } = state;
  if (action === null || !isPoor(state, ports)) return {};
  return { question: askForEvidence(action, read, { hasWeb: ports.hasWeb, web: found.web }) };
}

/** True when the nearest section is below the threshold. With named documents, the answer itself says whether they contain anything. */
function isPoor(
  { isDoubtful, read, documents, found: { best } }: CopilotStateType,
  { embeddingModel }: CopilotPorts,
): boolean {
  if (isDoubtful) return false;
  return read === 0 || (documents.length === 0 && best !== null && best < evidenceFloor(embeddingModel));
}

function readingStatus({ documents }: CopilotStateType): string {
  const [first, second, ...others] = documents;
  if (!first) return "Searching the library";
  if (!second) return `Reading ${first.title}`;
  return `Reading ${first.title}${others.length === 0 ? " and" : ","} ${second.title}${others.length === 0 ? "" : ` and ${others.length} more`}`;
}

const working: Readonly<Record<CopilotAction, string>> = {
  summarize: "Summarizing",
  inquire: "Answering",
  compare: "Comparing",
  audit: "Checking the text against the documents",
};

function conclude(
  { action, focus, message }: CopilotStateType,
  { gathered, ports }: { gathered: Gathered; ports: CopilotPorts },
): Promise<CopilotConclusion> {
  const { model, signal, locale } = ports;
  const { documents, chunks, text, statements, fitted } = gathered;
  switch (action) {
    case "summarize":
      return model.summarize({ documents, focus, request: message, locale }, signal);
    case "compare":
      return model.compare({ documents, fitted, focus, request: message, locale }, signal);
    case "audit":
      return model.audit({ text, statements, targets: documents, locale }, signal);
    default:
      return model.inquire({ question: message, chunks, locale, notes: notesOf(ports.said) }, signal);
  }
}
