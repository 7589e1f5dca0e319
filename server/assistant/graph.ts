import { type BaseCheckpointSaver, END, type LangGraphRunnableConfig, START, StateGraph } from "@langchain/langgraph";
import { saysOnlyFiles } from "../core/text/ready/index.ts";
import { act, awaitApproval } from "./nodes/act.ts";
import { finish, generate, grade } from "./nodes/answer.ts";
import { awaitHuman, escalate, finishHuman } from "./nodes/hand-over.ts";
import { awaitChoice, checkCache, checkCacheAgain, clarify, contextualize } from "./nodes/question.ts";
import { retrieve } from "./nodes/retrieve.ts";
import { SupportState, type SupportStateType, standaloneQuestion } from "./state.ts";
import { asNode, portsOf } from "./turn-ports.ts";

export type SupportGraph = ReturnType<typeof createSupportGraph>;

/**
 * The support graph, compiled once per process and shared by all tenants and tickets. Everything that belongs to a turn comes with the call
 * (`run-turn.ts`). Small talk and a question that the cache answers as it is end before the graph, with the same nodes.
 *
 * ```
 * START -> contextualize -> check_cache_again -> retrieve -> clarify -> act -> generate -> grade -> finish
 *             |                 | hit              | hit        |        |        |          |
 *             v                 v                  v            v        v        v no answer v low confidence
 *         await_choice        finish            finish  await_choice  await_approval        escalate -> await_human
 *
 * START          -> escalate (the visitor asks for the team, or a hold-out)
 * escalate       -> await_choice (a second unclear message in a row: other words, or the team)
 * await_choice   -> check_cache_again (a choice), check_cache (other words), finish (cancelled)
 * await_approval -> act (approved or declined)
 * await_human    -> finish_human (an agent answers), retrieve (an agent guides the AI)
 * ```
 *
 * A question that did not change skips `check_cache_again`, a turn without tools skips `act`. The three waits only call `interrupt()`.
 */
export function createSupportGraph(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(SupportState)
    .addNode("check_cache", asNode("check_cache", checkCache))
    .addNode("contextualize", asNode("contextualize", contextualize))
    .addNode("check_cache_again", asNode("check_cache_again", checkCacheAgain))
    .addNode("retrieve", asNode("retrieve", retrieve))
    .addNode("clarify", asNode("clarify", clarify))
    .addNode("await_choice", asNode("await_choice", awaitChoice))
    .addNode("act", asNode("act", act))
    .addNode("await_approval", asNode("await_approval", awaitApproval))
    .addNode("generate", asNode("generate", generate))
    .addNode("grade", asNode("grade", grade))
    .addNode("finish", asNode("finish", finish))
    .addNode("escalate", asNode("escalate", escalate))
    .addNode("await_human", asNode("await_human", awaitHuman))
    .addNode("finish_human", asNode("finish_human", finishHuman))
    .addConditionalEdges(START, firstNode)
    .addConditionalEdges("check_cache", (state) => (state.is_cache_hit ? "finish" : "contextualize"))
    .addConditionalEdges("contextualize", afterContextualize)
    .addConditionalEdges("check_cache_again", (state) => (state.is_cache_hit ? "finish" : "retrieve"))
    .addConditionalEdges("retrieve", afterRetrieve)
    .addConditionalEdges("clarify", afterClarify)
    .addConditionalEdges("await_choice", byIntent)
    .addConditionalEdges("act", afterAct)
    .addEdge("await_approval", "act")
    .addConditionalEdges("generate", (state) => (state.escalation_reason === null ? "grade" : "escalate"))
    .addConditionalEdges("grade", (state) => (state.escalation_reason === null ? "finish" : "escalate"))
    .addEdge("finish", END)
    .addConditionalEdges("escalate", afterEscalate)
    .addConditionalEdges("await_human", (state) => (state.decision?.type === "hint" ? "retrieve" : "finish_human"))
    .addEdge("finish_human", END)
    .compile({ checkpointer, name: "support" });
}

/** The cache was checked before the graph (`run-turn.ts`). */
function firstNode(state: SupportStateType) {
  const first = byIntent(state);
  return first === "check_cache" ? "contextualize" : first;
}

/** The first node for the request of the visitor or agent. */
export function byIntent(state: SupportStateType) {
  // A change was approved or declined, whatever the question was.
  if (state.approval !== null) return "act";
  if (state.intent === "small_talk" || state.intent === "beside_approval" || state.is_cancelled) return "finish";
  if (["asked_for_person", "held_out", "for_agent", "unclear"].includes(state.intent)) return "escalate";
  // A visitor who sends files again without a text needs an agent to open them.
  if (state.intent === "only_files") return saysOnlyFiles(state.messages.at(-1)?.content) ? "escalate" : "finish";
  // A hint changes the answer, so a cached answer to the same question does not apply.
  if (state.hint !== "") return "retrieve";
  return state.rephrased_question === "" ? "check_cache" : "check_cache_again";
}

/** A first question was already looked up unchanged; only a question within a conversation, or a rewritten one, is looked up again. */
function afterContextualize(state: SupportStateType) {
  if (state.clarification !== null) return "await_choice";
  const isFirst = standaloneQuestion(state) === state.question && state.messages.length === 0;
  return isFirst ? "retrieve" : "check_cache_again";
}

function afterRetrieve(state: SupportStateType, config: LangGraphRunnableConfig) {
  if (state.is_cache_hit) return "finish";
  return state.escalation_reason === null ? "clarify" : toAct(state, config, "escalate");
}

function afterClarify(state: SupportStateType, config: LangGraphRunnableConfig) {
  return state.clarification === null ? toAct(state, config, "generate") : "await_choice";
}

/** Tools are called when there are some, even when no document matches. */
function toAct<Next extends string>(
  state: SupportStateType,
  config: LangGraphRunnableConfig,
  otherwise: Next,
): "act" | Next {
  const { escalation_reason } = state;
  const hasFailed = escalation_reason !== null && escalation_reason !== "no_documents";
  return portsOf(config).tools && !hasFailed ? "act" : otherwise;
}

/** Sections or a question instead of the hand-over end the turn or wait for the visitor. */
function afterEscalate(state: SupportStateType) {
  if (state.clarification !== null) return "await_choice";
  return state.escalation === null ? END : "await_human";
}

function afterAct(state: SupportStateType) {
  if (state.escalation_reason !== null) return "escalate";
  return state.is_proposing ? "await_approval" : "generate";
}
