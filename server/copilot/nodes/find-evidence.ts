import { evidenceFloor, evidenceLevel } from "../evidence-level.ts";
import { gatherFor } from "../gather.ts";
import type { CopilotPorts } from "../ports.ts";
import { askForEvidence } from "../questions.ts";
import { type CopilotStateType, type CopilotUpdate, nothingKnown } from "../state.ts";

/** What a run has found; it is kept beside the state, because texts belong to the store. */
export interface Finding {
  gathered?: Awaited<ReturnType<(typeof gatherFor)["inquire"]>>;
}

/** Finds what the action is made from, as each action does. */
export async function findEvidence(
  state: CopilotStateType,
  ports: CopilotPorts & { finding: Finding },
): Promise<CopilotUpdate> {
  const { settled, message } = state;
  if (settled.action === null) return {};
  ports.tell(readingStatus(state));
  // "Why is that?" finds nothing by itself.
  const words = settled.action === "inquire" && ports.about !== undefined ? `${message}\n${ports.about}` : message;
  const gathered = await gatherFor[settled.action]({ words, settled, sets: state.mentions.sets ?? [] }, ports);
  ports.finding.gathered = gathered;
  const { retrieval } = gathered;
  return {
    read: gathered.chunks.length,
    confidence: { ...nothingKnown, retrieval, level: evidenceLevel(retrieval, ports.embeddingModel) },
  };
}

/**
 * Asks whether little evidence will do where the nearest section is below the threshold, once. Of documents that were named the answer itself says
 * whether they hold anything.
 */
export async function checkRetrieval(
  { settled, read }: CopilotStateType,
  ports: CopilotPorts & { finding: Finding },
): Promise<CopilotUpdate> {
  if (settled.action === null || settled.isDoubtful) return {};
  const best = ports.finding.gathered?.best ?? null;
  const isPoor = settled.documents.length === 0 && best !== null && best < evidenceFloor(ports.embeddingModel);
  if (read > 0 && !isPoor) return {};
  return { question: askForEvidence(settled.action, read, { hasWeb: ports.hasWeb, web: ports.finding.gathered?.web }) };
}

function readingStatus({ settled }: CopilotStateType): string {
  const [first, ...others] = settled.documents;
  if (!first) return "Searching the library";
  return others.length === 0 ? `Reading ${first.title}` : `Reading ${first.title} and ${others.length} more`;
}
