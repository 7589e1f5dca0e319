import { interrupt } from "@langchain/langgraph";
import type { HumanDecision } from "../ports.ts";
import type { SupportNode } from "../turn-ports.ts";

/** What a paused thread is resumed with: always an object. */
export interface Resumption {
  decision: HumanDecision;
}

/** Pauses until a person decides. Nothing else happens here, so running it again on resume costs nothing. */
export const awaitHuman: SupportNode = () => {
  const { decision } = interrupt<{ type: "await_human" }, Resumption>({ type: "await_human" });
  return { decision };
};
