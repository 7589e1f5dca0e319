import type { CopilotDocument } from "../../protocol/copilot.ts";
import { gatherFor } from "./gather.ts";
import { resolveDocuments } from "./nodes/resolve-documents.ts";
import { resolveIntent } from "./nodes/resolve-intent.ts";
import type { CopilotPorts } from "./ports.ts";
import type { CopilotStateType, Settled } from "./state.ts";

/** What a message would do as it stands: no model is asked, and nothing is concluded. */
export interface Foreseen {
  action: NonNullable<Settled["action"]>;
  documents: CopilotDocument[];
}

/** Up to what would go in, which the ports note. Words whose meaning is not clear count as a question. */
export async function foresee(state: CopilotStateType, ports: CopilotPorts): Promise<Foreseen> {
  const decided = { ...state, ...(await resolveIntent(state, ports)) };
  const action = decided.settled.action ?? "inquire";
  const asking = { ...decided, settled: { ...decided.settled, action } };
  const { settled } = { ...asking, ...(await resolveDocuments(asking, ports)) };
  if (action === "inquire" && settled.documents.length === 0 && !settled.hasDocuments) return { action, documents: [] };
  if (action === "inquire")
    await gatherFor.inquire({ words: state.message, settled, sets: state.mentions.sets ?? [] }, ports);
  return { action, documents: settled.documents };
}
