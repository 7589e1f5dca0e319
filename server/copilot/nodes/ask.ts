import { Command, END, interrupt } from "@langchain/langgraph";
import type { CopilotAction, CopilotDocument, CopilotQuestion } from "../../../protocol/copilot.ts";
import { type CopilotAnswer, copilotAnswerSchema } from "../../../protocol/copilot-conversations.ts";
import type { CopilotPorts } from "../ports.ts";
import { type CopilotStateType, type CopilotUpdate, ended } from "../state.ts";

/** An answer to a question: its text for the conversation and its effect on the run; or why it is not an answer. */
export type Taken = { said: string; update: CopilotUpdate } | { refused: string };

/**
 * Waits for the answer to the question in the state. It is a separate node because LangGraph repeats a node from its beginning when it
 * resumes: the model calls before the question are not repeated.
 * @throws ZodError or Error when the run is resumed with something that does not answer the question.
 */
export async function ask(state: CopilotStateType, ports: CopilotPorts): Promise<Command> {
  const { question } = state;
  if (question === null) throw new Error("the run waits without a question");
  const answer = copilotAnswerSchema.shape.answer.parse(interrupt(question));
  const taken = takeAnswer(question, answer, await ports.listDocuments());
  if ("refused" in taken) throw new Error("the answer does not fit the question");
  const update = { question: null, ...taken.update, ...withChecked(state, question, taken.update) };
  return new Command({ update, goto: afterAnswer(question, { ...state, ...update }) });
}

/** The node to continue with; its checks apply to the answer too. */
function afterAnswer({ type }: CopilotQuestion, { outcome, action, documents }: CopilotStateType) {
  if (outcome) return END;
  if (type === "low_retrieval") return action ?? "inquire";
  // A text that arrives late may show which policies are near it.
  const isOpen = type === "choose_action" || (type === "give_text" && documents.length === 0);
  return isOpen ? "resolve_documents" : "validate";
}

/** Keeps the audited document before the documents that it is checked against. */
function withChecked(state: CopilotStateType, { type }: CopilotQuestion, update: CopilotUpdate): CopilotUpdate {
  const chosen = update.documents;
  if (!chosen) return {};
  const ids = new Set(chosen.map(({ version_id: id }) => id));
  const others = state.documents.filter(({ version_id: id }) => !ids.has(id));
  if (type === "give_text") return { documents: [...chosen, ...others] };
  return { documents: state.isFirstChecked ? [...others.slice(0, 1), ...chosen] : chosen };
}

/** @param documents every version that the person may see; answers name them by id */
export function takeAnswer(
  question: CopilotQuestion,
  answer: CopilotAnswer,
  documents: readonly CopilotDocument[],
): Taken {
  if (answer.type === "cancel")
    return { said: "Cancelled", update: ended(cancelled[question.type], { isCancelled: true }) };
  const choose = ({ least, most }: { least: number; most: number }, more: CopilotUpdate = {}): Taken => {
    const ids = answer.type === "documents" ? [...new Set(answer.documents)] : [];
    const found = ids.flatMap((id) => documents.find(({ version_id: version }) => version === id) ?? []);
    if (ids.length === 0) return notThis;
    if (found.length < ids.length) return { refused: "One of these documents was deleted. Choose again." };
    if (ids.length < least || ids.length > most)
      return { refused: `Choose ${least === most ? least : `${least} to ${most}`} documents.` };
    return { said: found.map(titleOf).join(", "), update: { documents: found, ...more } };
  };
  switch (question.type) {
    case "choose_action":
      return answer.type === "action"
        ? { said: actionNames[answer.action], update: { action: answer.action } }
        : notThis;
    case "choose_documents":
      return choose(question);
    case "give_text":
      return answer.type === "text"
        ? { said: "Text provided", update: { text: answer.text } }
        : choose({ least: 1, most: 1 }, { isFirstChecked: true });
    case "low_retrieval":
      if (answer.type === "go_on") return { said: "Continue with these results", update: { isDoubtful: true } };
      if (answer.type === "search_web" && question.options.includes("search_web"))
        return { said: "Search the web", update: { web: true } };
      return choose({ least: 1, most: 5 });
    default:
      return question satisfies never;
  }
}

const notThis: Taken = { refused: "This does not answer the pending question. Choose one of its options." };

const actionNames: Readonly<Record<CopilotAction, string>> = {
  summarize: "Summarize",
  inquire: "Answer a question",
  compare: "Compare",
  audit: "Audit",
};

const cancelled: Readonly<Record<CopilotQuestion["type"], string>> = {
  choose_action: "Cancelled. Tell me what you need whenever you're ready.",
  choose_documents: "Cancelled. To ask again, name the documents or tag them with @.",
  give_text: "Cancelled. To ask again, attach the text to check.",
  low_retrieval: "Cancelled. There was too little to conclude anything.",
};

function titleOf({ title, version, label, is_current: isCurrent }: CopilotDocument): string {
  if (label !== null) return `${title} (${label})`;
  return isCurrent ? title : `${title} (version ${version})`;
}
