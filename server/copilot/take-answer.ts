import type { CopilotDocument, CopilotQuestion } from "../../protocol/copilot.ts";
import type { CopilotAnswer } from "../../protocol/copilot-talk.ts";
import type { Settled } from "./state.ts";

/** What an answer comes to: more is decided, the run is over, or the answer is none to this question. */
export type Taken = { settled: Settled; said: string } | { ended: string; said: string } | { refused: string };

/**
 * Takes an answer to a question.
 * @param documents every version that the person may see: answers name them by their ids.
 */
export function takeAnswer(
  question: CopilotQuestion,
  answer: CopilotAnswer,
  { settled, documents }: { settled: Settled; documents: readonly CopilotDocument[] },
): Taken {
  if (answer.type === "cancel") return { ended: cancelled[question.type], said: "Cancelled" };
  switch (question.type) {
    case "choose_action":
      if (answer.type !== "action") return notThis;
      return { settled: { ...settled, action: answer.action }, said: actionNames[answer.action] };
    case "give_text":
      if (answer.type === "text") return { settled: { ...settled, text: answer.text }, said: "Text provided" };
      return answer.type === "documents" ? withText(answer.documents, { settled, documents }) : notThis;
    case "choose_documents":
      return answer.type === "documents" ? withDocuments(question, answer.documents, { settled, documents }) : notThis;
    default:
      return takeEvidenceAnswer(question, answer, { settled, documents });
  }
}

const notThis: Taken = { refused: "This does not answer the pending question. Choose one of its options." };

const actionNames = { summarize: "Summarize", inquire: "Answer a question", compare: "Compare", audit: "Audit" };

const cancelled: Record<CopilotQuestion["type"], string> = {
  choose_action: "Cancelled. Tell me what you need whenever you're ready.",
  choose_documents: "Cancelled. To ask again, name the documents or tag them with @.",
  give_text: "Cancelled. To ask again, attach the text to check.",
  low_retrieval: "Cancelled. There was too little to conclude anything.",
};

interface Known {
  settled: Settled;
  documents: readonly CopilotDocument[];
}

function chosen(ids: readonly string[], documents: readonly CopilotDocument[]): CopilotDocument[] | null {
  const found = ids.map((id) => documents.find(({ version_id: version }) => version === id));
  const known = found.flatMap((document) => document ?? []);
  return known.length === ids.length ? known : null;
}

const gone: Taken = { refused: "One of these documents was deleted. Choose again." };

function withDocuments(
  question: { least: number; most: number },
  ids: readonly string[],
  { settled, documents }: Known,
): Taken {
  const found = chosen([...new Set(ids)], documents);
  if (!found) return gone;
  if (found.length < question.least || found.length > question.most)
    return {
      refused: `Choose ${question.least === question.most ? question.least : `${question.least} to ${question.most}`} documents.`,
    };
  return { settled: { ...settled, documents: found, hasDocuments: true }, said: titles(found) };
}

/** The document that is audited stands before those that it is held against. */
function withText(ids: readonly string[], { settled, documents }: Known): Taken {
  const found = chosen(ids, documents);
  if (!found) return gone;
  const others = settled.documents.filter(({ version_id: version }) => !ids.includes(version));
  return {
    settled: { ...settled, documents: [...found, ...others], hasDocuments: others.length > 0 },
    said: titles(found),
  };
}

function takeEvidenceAnswer(
  question: Extract<CopilotQuestion, { type: "low_retrieval" }>,
  answer: CopilotAnswer,
  known: Known,
): Taken {
  const { settled } = known;
  if (answer.type === "go_on")
    return { settled: { ...settled, isDoubtful: true }, said: "Continue with these results" };
  if (answer.type === "search_web")
    return question.options.includes("search_web")
      ? { settled: { ...settled, web: true }, said: "Search the web" }
      : notThis;
  if (answer.type !== "documents") return notThis;
  return withDocuments({ least: 1, most: 5 }, answer.documents, known);
}

function titles(documents: readonly CopilotDocument[]): string {
  return documents
    .map(({ title, version, label, is_current: isCurrent }) =>
      label === null ? (isCurrent ? title : `${title} (version ${version})`) : `${title} (${label})`,
    )
    .join(", ");
}
