import { type BaseCheckpointSaver, END, type LangGraphRunnableConfig, START, StateGraph } from "@langchain/langgraph";
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
import { SupportState, type SupportStateType, type SupportUpdate, standaloneQuestion } from "./state.ts";
import type { SupportNode, TurnPorts } from "./turn-ports.ts";

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
 * await_choice -> check_cache_again (a choice), check_cache (words), finish (neither)                    finish_human, retrieve (a hint)
 * ```
 */
export function createSupportGraph(checkpointer: BaseCheckpointSaver) {
  return (
    new StateGraph(SupportState)
      .addNode("check_cache", bound(checkCache))
      .addNode("contextualize", bound(contextualize))
      .addNode("check_cache_again", bound(checkCacheAgain))
      .addNode("retrieve", bound(retrieve))
      .addNode("clarify", bound(clarify))
      .addNode("await_choice", bound(awaitChoice))
      .addNode("generate", bound(generate))
      // LangGraph keeps one namespace for nodes and state fields: the node that fills `grade` needs a name of its own.
      .addNode("grade_answer", bound(grade))
      .addNode("finish", bound(finish))
      .addNode("escalate", bound(escalate))
      .addNode("await_human", bound(awaitHuman))
      .addNode("finish_human", bound(finishHuman))
      .addConditionalEdges(START, byIntent, ["check_cache", "check_cache_again", "retrieve", "finish", "escalate"])
      .addConditionalEdges("check_cache", orFinish("contextualize"), ["contextualize", "finish", END])
      .addConditionalEdges("contextualize", afterContextualize, ["check_cache_again", "retrieve", "await_choice", END])
      .addConditionalEdges("check_cache_again", orFinish("retrieve"), ["retrieve", "finish", END])
      .addConditionalEdges("retrieve", orEscalate("clarify"), ["clarify", "escalate", END])
      .addConditionalEdges("clarify", afterClarify, ["await_choice", "generate", END])
      .addConditionalEdges("await_choice", byIntent, [
        "check_cache",
        "check_cache_again",
        "retrieve",
        "finish",
        "escalate",
      ])
      .addConditionalEdges("generate", orEscalate("grade_answer"), ["grade_answer", "escalate", END])
      .addConditionalEdges("grade_answer", orEscalate("finish"), ["finish", "escalate", END])
      .addConditionalEdges("escalate", (state) => (state.stopped ? END : "await_human"), ["await_human", END])
      .addConditionalEdges("await_human", byDecision, ["finish_human", "retrieve"])
      .addEdge("finish_human", END)
      .addEdge("finish", END)
      .compile({ checkpointer, name: "support" })
  );
}

/** Binds a node to the ports of the running turn. A stopped turn passes through without doing or saying anything. */
function bound(node: SupportNode) {
  return async (state: SupportStateType, config: LangGraphRunnableConfig): Promise<SupportUpdate> => {
    // The runtime context is typed as a plain record; `run-turn.ts` is the only caller and always passes TurnPorts.
    const ports = config.context as unknown as TurnPorts;
    if (state.stopped || ports.signal.aborted || ports.isStopped()) return { stopped: true };
    return node(state, ports);
  };
}

function byIntent(state: SupportStateType): "check_cache" | "check_cache_again" | "retrieve" | "finish" | "escalate" {
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
