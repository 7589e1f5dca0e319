import { type BaseCheckpointSaver, END, START, StateGraph } from "@langchain/langgraph";
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
import { pause, step } from "./step.ts";

export type SupportGraph = ReturnType<typeof createSupportGraph>;

/**
 * The support graph, compiled once per process and shared by all tenants and tickets: whatever belongs to a
 * turn comes with the call (see `run-turn.ts`).
 *
 * ```
 * START -> check_cache -> contextualize -> check_cache_again -> retrieve -> clarify -> generate -> grade -> finish
 *   |          | hit                            | hit              | none      |            | none    | low
 *   |          +-> finish                       +-> finish         +-----------|------------+---------+-> escalate -> await_human
 *   +-> finish (small talk), escalate (asked for a person)                     +-> await_choice                       |
 *                                                                                                                      v
 * retrieve -> finish (the cache has an answer from the same passages)
 * await_choice -> check_cache_again (a choice), check_cache (words), finish (neither)                    finish_human, retrieve (a hint)
 * ```
 */
export function createSupportGraph(checkpointer: BaseCheckpointSaver) {
  return (
    new StateGraph(SupportState)
      .addNode("check_cache", step(checkCache, orFinish("contextualize")), to("contextualize", "finish"))
      .addNode(
        "contextualize",
        step(contextualize, afterContextualize),
        to("check_cache_again", "retrieve", "await_choice"),
      )
      .addNode("check_cache_again", step(checkCacheAgain, orFinish("retrieve")), to("retrieve", "finish"))
      .addNode("retrieve", step(retrieve, afterRetrieve), to("clarify", "escalate", "finish"))
      .addNode("clarify", step(clarify, afterClarify), to("await_choice", "generate"))
      .addNode("await_choice", pause(awaitChoice))
      .addNode("generate", step(generate, orEscalate("grade_answer")), to("grade_answer", "escalate"))
      // LangGraph keeps one namespace for nodes and state fields: the node that fills `grade` needs a name of its own.
      .addNode("grade_answer", step(grade, orEscalate("finish")), to("finish", "escalate"))
      .addNode(
        "finish",
        step(finish, () => END),
      )
      .addNode(
        "escalate",
        step(escalate, (state) => (state.stopped ? END : "await_human")),
        to("await_human"),
      )
      .addNode("await_human", pause(awaitHuman))
      .addNode(
        "finish_human",
        step(finishHuman, () => END),
      )
      .addConditionalEdges(START, byIntent, [...starts])
      .addConditionalEdges("await_choice", byIntent, [...starts])
      .addConditionalEdges("await_human", byDecision, ["finish_human", "retrieve"])
      .compile({ checkpointer, name: "support" })
  );
}

const starts = ["check_cache", "check_cache_again", "retrieve", "finish", "escalate"] as const;

/** Where a step may lead. */
function to<Name extends string>(...ends: Name[]): { ends: Name[] } {
  return { ends };
}

function byIntent(state: SupportStateType): (typeof starts)[number] {
  if (state.intent === "small_talk" || state.is_cancelled) return "finish";
  if (state.intent === "asked_for_person") return "escalate";
  // A hint changes the answer, so an earlier one to the same question will not do.
  if (state.hint !== "") return "retrieve";
  return state.rephrased_question === "" ? "check_cache" : "check_cache_again";
}

/** A pause that ends with a hint tries the same question again; otherwise the person has spoken. */
function byDecision(state: SupportStateType): "finish_human" | "retrieve" {
  return state.decision?.type === "hint" ? "retrieve" : "finish_human";
}

/** An answer that rests on the passages found may be there already. */
function afterRetrieve(state: SupportStateType): "clarify" | "escalate" | "finish" | typeof END {
  return state.is_cache_hit && !state.stopped ? "finish" : orEscalate("clarify")(state);
}

function afterClarify(state: SupportStateType): "await_choice" | "generate" | typeof END {
  if (state.stopped) return END;
  return state.clarification === null ? "generate" : "await_choice";
}

function orFinish<Next extends string>(next: Next) {
  return (state: SupportStateType): Next | "finish" | typeof END => {
    if (state.stopped) return END;
    return state.is_cache_hit ? "finish" : next;
  };
}

function afterContextualize(state: SupportStateType): "check_cache_again" | "retrieve" | "await_choice" | typeof END {
  if (state.stopped) return END;
  if (state.clarification !== null) return "await_choice";
  return standaloneQuestion(state) === state.question && state.messages.length === 0 ? "retrieve" : "check_cache_again";
}

function orEscalate<Next extends string>(next: Next) {
  return (state: SupportStateType): Next | "escalate" | typeof END => {
    if (state.stopped) return END;
    return state.escalation_reason === null ? next : "escalate";
  };
}
