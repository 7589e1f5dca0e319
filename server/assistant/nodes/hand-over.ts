import { interrupt } from "@langchain/langgraph";
import type { EscalationReason } from "../../../protocol/messages.ts";
import { readySentences } from "../../core/text/ready/index.ts";
import { cut } from "../../core/text/shorten.ts";
import { openQuestions } from "../open-questions.ts";
import type { EscalateInput, HistoryMessage, HumanDecision } from "../ports.ts";
import { helpfulSections } from "../related-sections.ts";
import { type SupportStateType, type SupportUpdate, standaloneQuestion, windowOf } from "../state.ts";
import { activitiesOf, toolLines } from "../tool-ports.ts";
import { modelFailure, passagesOf, publishStatus, resultsOf, type SupportNode, type TurnPorts } from "../turn-ports.ts";
import { isUnclear, saidUnclear } from "../unclear.ts";

/**
 * Prepares the hand-over: its reason and the information for the agent. The hand-over itself (`ports.escalate`) follows after the graph has
 * paused and the pause is stored, so that an agent can always answer a visitor who was promised one. When the tenant shows sections first,
 * an unsure turn ends here with the sections found; a message that nobody understands ends here with a question.
 */
export const escalate: SupportNode = async (state, ports) => {
  const unclear = await askForOtherWords(state, ports);
  if (unclear !== null) return unclear;
  if (ports.suggest && ports.tenant.hand_over === "suggest_first") {
    const related = helpfulSections(state, await passagesOf(state, ports), ports.model);
    if (related.length > 0) {
      await ports.suggest({ ...(await leftOver(state, ports)), related });
      return { escalation_reason: null };
    }
  }
  publishStatus(ports, "escalate");
  const reason = state.escalation_reason ?? intentReason(state);
  const summary = await summaryFor(reason, state, ports);
  const tools = toolLines(await resultsOf(state, ports));
  return { escalation: { reason, summary: tools === "" ? summary : `${summary}\n${tools}` } };
};

/**
 * Asks for other words instead of handing over a message that nobody can understand. When the message before was unclear as well, it offers
 * the team.
 * @returns null for a message that is handed over.
 */
async function askForOtherWords(state: SupportStateType, ports: TurnPorts): Promise<SupportUpdate | null> {
  if (ports.tenant.drafts_only || !(await isNotUnderstood(state, ports))) return null;
  const { question } = state;
  const { once, again, team } = readySentences[ports.language ?? "en"].unclear;
  const asked = { escalation_reason: null, answer: "", citations: [] };
  if (saidUnclear(state.messages.findLast(({ role }) => role === "assistant")?.content))
    return {
      ...asked,
      clarification: { prompt: again, options: [{ id: "1", label: team, question, asks_team: true }] },
    };
  await ports.finish({ answer: once, citations: [], grade: null, is_cache_hit: false, rephrased_question: question });
  return { ...asked, answer: once };
}

async function isNotUnderstood(state: SupportStateType, ports: TurnPorts): Promise<boolean> {
  const { intent, escalation_reason: reason, question, hint } = state;
  if (intent === "unclear") return true;
  // A model that has rewritten the message has understood it.
  if (intent !== "question" || hint !== "" || standaloneQuestion(state) !== question) return false;
  const isUnsure = reason === "low_grade" || reason === "no_documents";
  return isUnsure && isUnclear(question, await passagesOf(state, ports), ports.language ?? ports.tenant.locale);
}

/** The draft, passages and tool calls of the turn. */
export async function leftOver(
  state: SupportStateType,
  ports: TurnPorts,
): Promise<Pick<EscalateInput, "question" | "draft" | "tools">> {
  const { answer: content, citations, confidence: grade, grading } = state;
  const chunks = await passagesOf(state, ports);
  const tools = activitiesOf(await resultsOf(state, ports));
  const hasDraft = content.trim() !== "" || chunks.length > 0 || grade !== null;
  return {
    question: standaloneQuestion(state),
    draft: hasDraft ? { content, citations, grade, grading, chunks } : null,
    ...(tools.length > 0 ? { tools } : {}),
  };
}

/** The reason of a turn that begins with the hand-over. Sending files again, after the assistant said that an agent can open them, asks for the team. */
function intentReason({ intent }: SupportStateType): EscalationReason {
  if (intent === "held_out") return "hold_out";
  if (intent === "for_agent") return "email_draft";
  return intent === "asked_for_person" || intent === "only_files" ? "asked_for_person" : "low_grade";
}

const withoutModel: readonly EscalationReason[] = ["model_failure", "budget_exhausted", "hold_out"];

async function summaryFor(reason: EscalationReason, state: SupportStateType, ports: TurnPorts): Promise<string> {
  const plain = plainSummary(reason, state.question, state.messages);
  // A short ticket needs no summary, a model that has just failed is not called again, and a hold-out shows the team without the assistant.
  if (withoutModel.includes(reason) || state.messages.length === 0) return plain;
  try {
    const summary = await ports.model.summarize(
      { question: state.question, history: state.messages, tenant: ports.tenant },
      ports.signal,
    );
    return summary.trim() === "" ? plain : summary;
  } catch (error) {
    modelFailure(error);
    return plain;
  }
}

const reasonText: Record<EscalationReason, string> = {
  low_grade: "The assistant's confidence was too low.",
  no_documents: "No document matches the question.",
  asked_for_person: "The visitor asked for your team.",
  sensitive_topic: "Your team handles this topic.",
  tool_failure: "A tool call failed.",
  model_failure: "The model was unavailable or gave no usable answer.",
  budget_exhausted: "The model budget is used up.",
  email_draft: "An agent answers e-mails to your address; the assistant wrote a draft.",
  hold_out:
    "Comparison group: the conversation went straight to your team, so that the assistant's effect can be measured.",
};

/** Summary for the agent when no model can write one. */
function plainSummary(reason: EscalationReason, question: string, history: HistoryMessage[]): string {
  const earlier = openQuestions(history, question).slice(0, -1).slice(-3);
  const asked = question === "" ? "The visitor sent files without a message." : `Question: ${cut(question, 400)}`;
  const lines = [reasonText[reason], asked];
  if (earlier.length > 0) lines.push(`Also open: ${earlier.map((content) => cut(content, 160)).join(" / ")}`);
  return lines.join("\n");
}

/** Resume value of a paused thread: always an object. */
export interface Resumption {
  decision: HumanDecision;
}

/** Pauses until an agent decides. It does nothing else, so running it again on resume costs nothing. */
export const awaitHuman: SupportNode = (_state, ports) => {
  const { decision } = interrupt<{ type: "await_human" }, Resumption>({ type: "await_human" });
  if (decision.type !== "hint") return { decision };
  // A new attempt: the results of the last one must not affect it.
  return {
    decision,
    hint: decision.hint,
    intent: "question",
    messages: windowOf(ports.history ?? []),
    context: [],
    calls: [],
  };
};

/** Sends the agent's answer to the visitor. */
export const finishHuman: SupportNode = async (state, ports) => {
  if (state.decision?.type === "resolve") await ports.finishHuman(state.decision);
  return {};
};
