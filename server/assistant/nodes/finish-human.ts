import type { SupportNode } from "../turn-ports.ts";

/** Brings the person's answer to the visitor. */
export const finishHuman: SupportNode = async (state, ports) => {
  if (state.decision?.type === "resolve") await ports.finishHuman(state.decision);
  return {};
};
