import { saysOnlyFiles } from "../text/ready/index.ts";
import { type BaseCheckpointSaver, END, START, StateGraph } from "./langgraph.ts";
import { act, mayAct } from "./nodes/act.ts";
import { awaitApproval } from "./nodes/await-approval.ts";
import { awaitChoice } from "./nodes/await-choice.ts";
import { awaitHuman } from "./nodes/await-human.ts";
import { checkCache, checkCacheAgain } from "./nodes/check-cache.ts";
import { clarify } from "./nodes/clarify.ts";
import { contextualize } from "./nodes/contextualize.ts";
import { escalate } from "./nodes/escalate.ts";
import { finish } from "./nodes/finish.ts";
import { finishHuman } from "./nodes/finish-human.ts";
import { generate } from "./nodes/generate.ts";
import { grade } from "./nodes/grade.ts";
import { retrieve } from "./nodes/retrieve.ts";
import { SupportState, type SupportStateType, standaloneQuestion } from "./state.ts";
import { inOne, pause, step } from "./step.ts";

export type SupportGraph = ReturnType<typeof createSupportGraph>;

/**
 * The support graph, compiled once per process and shared by all tenants and tickets: whatever belongs to a
 * turn comes with the call (see `run-turn.ts`).
 *
 * ```
 * START -> contextualize (check_cache again, retrieve, clarify, act) -> generate (grade, finish)
 *   |          | hit     | two readings     | none  | a write            | none, low
 *   |          +-> finish +-> await_choice  |       +-> await_approval   |
 *   +-> escalate (asked for a person) <-----+----------------------------+ -> await_human
 *                                                                                 |
 *                                                                                 v
 * retrieve (clarify, act) -> generate, as above                          finish_human, retrieve (a hint)
 * retrieve -> finish (the cache has an answer from the same passages)
 * await_choice -> check_cache_again (a choice), check_cache (words), finish (neither)
 * await_approval -> act (yes or no) -> generate, await_approval (another write), escalate (nobody knows whether it was made)
 * ```
 *
 * Small talk and what the cache answers at once never get here (`short-cut.ts`). What stands in brackets is part of the step.
 */
export function createSupportGraph(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(SupportState)
    .addNode("check_cache", step(checkCache, orFinish("contextualize")), to("contextualize", "finish"))
    .addNode(
      "contextualize",
      step(inOne(understand, isToBeSearched, find), afterRetrieve),
      to("await_choice", "await_approval", "generate", "escalate", "finish"),
    )
    .addNode("check_cache_again", step(checkCacheAgain, orFinish("retrieve")), to("retrieve", "finish"))
    .addNode(
      "retrieve",
      step(find, afterRetrieve),
      to("await_choice", "await_approval", "generate", "escalate", "finish"),
    )
    .addNode("await_choice", pause(awaitChoice))
    .addNode("act", step(act, afterRetrieve), to("await_choice", "await_approval", "generate", "escalate", "finish"))
    .addNode("await_approval", pause(awaitApproval))
    .addNode(
      "generate",
      step(inOne(generate, goesOn, judge), (state) => orEscalate(END)(state)),
      to("escalate"),
    )
    .addNode(
      "finish",
      step(finish, () => END),
    )
    .addNode(
      "escalate",
      step(escalate, (state) => (state.stopped || state.escalation === null ? END : "await_human")),
      to("await_human"),
    )
    .addNode("await_human", pause(awaitHuman))
    .addNode(
      "finish_human",
      step(finishHuman, () => END),
    )
    .addConditionalEdges(START, atStart, [
      "contextualize",
      "check_cache_again",
      "retrieve",
      "act",
      "finish",
      "escalate",
    ])
    .addConditionalEdges("await_choice", byIntent, [...starts])
    .addEdge("await_approval", "act")
    .addConditionalEdges("await_human", byDecision, ["finish_human", "retrieve"])
    .compile({ checkpointer, name: "support" });
}

const starts = ["check_cache", "check_cache_again", "retrieve", "act", "finish", "escalate"] as const;

/** Where a step may lead. */
function to<Name extends string>(...ends: Name[]): { ends: Name[] } {
  return { ends };
}

/** The cache was asked before the graph was. */
function atStart(state: SupportStateType) {
  const first = byIntent(state);
  return first === "check_cache" ? "contextualize" : first;
}

/** What a state begins with. */
export function byIntent(state: SupportStateType): (typeof starts)[number] {
  // Somebody has said yes or no to a change, whatever the question was.
  if (state.approval !== null) return "act";
  if (state.intent === "small_talk" || state.is_cancelled) return "finish";
  if (state.intent === "asked_for_person") return "escalate";
  // Whoever sends files once more has nothing to say in words: a person opens them.
  if (state.intent === "only_files") return saysOnlyFiles(state.messages.at(-1)?.content) ? "escalate" : "finish";
  // A hint changes the answer, so an earlier one to the same question will not do.
  if (state.hint !== "") return "retrieve";
  return state.rephrased_question === "" ? "check_cache" : "check_cache_again";
}

/** A pause that ends with a hint tries the same question again; otherwise the person has spoken. */
function byDecision(state: SupportStateType): "finish_human" | "retrieve" {
  return state.decision?.type === "hint" ? "retrieve" : "finish_human";
}

/** Nothing speaks against the answer so far. */
function goesOn(state: SupportStateType): boolean {
  return !state.stopped && state.escalation_reason === null;
}

function isToBeSearched(state: SupportStateType): boolean {
  return isUnanswered(state) && state.clarification === null;
}

/** The cache may have an answer that rests on the passages found. */
function isUnanswered(state: SupportStateType): boolean {
  return goesOn(state) && !state.is_cache_hit;
}

function afterRetrieve(
  state: SupportStateType,
): "await_choice" | "await_approval" | "generate" | "escalate" | "finish" | typeof END {
  if (state.is_cache_hit && !state.stopped) return "finish";
  const next = orEscalate("generate")(state);
  if (next !== "generate") return next;
  if (state.is_proposing) return "await_approval";
  return state.clarification === null ? next : "await_choice";
}

function orFinish<Next extends string>(next: Next) {
  return (state: SupportStateType): Next | "finish" | typeof END => {
    if (state.stopped) return END;
    return state.is_cache_hit ? "finish" : next;
  };
}

/** What the visitor means; a question that had to be written anew is looked for in the cache once more. */
const understand = inOne(contextualize, isRewritten, checkCacheAgain);
/** The passages for it, or a question back; then what other systems know of it. */
const find = inOne(inOne(retrieve, isUnanswered, clarify), mayAct, act);
/** What the answer is worth, and its end when that is enough. */
const judge = inOne(grade, goesOn, finish);

/** A first question is asked of the cache as it is, and was. */
function isRewritten(state: SupportStateType): boolean {
  if (state.stopped || state.clarification !== null) return false;
  return standaloneQuestion(state) !== state.question || state.messages.length > 0;
}

function orEscalate<Next extends string>(next: Next) {
  return (state: SupportStateType): Next | "escalate" | typeof END => {
    if (state.stopped) return END;
    return state.escalation_reason === null ? next : "escalate";
  };
}
