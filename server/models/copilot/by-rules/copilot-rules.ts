import type { CopilotModel } from "../../../copilot/ports.ts";
import type { EmbedTexts } from "../../embeddings/port.ts";
import { auditByRules } from "./audit.ts";
import { compareByRules } from "./compare.ts";
import { inquireByRules } from "./inquire.ts";
import { summarizeByRules } from "./summarize.ts";

/**
 * The four actions without a model: they quote, count and hold words against words, and say so (`judge` is "rules"). They cost nothing and send
 * nothing anywhere. Without `embed`, or while it fails, words alone count.
 */
export function createCopilotRules({ embed }: { embed?: EmbedTexts | undefined }): CopilotModel {
  return {
    readsWhole: true,
    summarize: (input, signal) => unlessStopped(signal, () => summarizeByRules(input, embed)),
    inquire: (input, signal) => unlessStopped(signal, () => inquireByRules(input, embed, signal)),
    compare: (input, signal) => unlessStopped(signal, () => compareByRules(input, embed)),
    audit: (input, signal) => unlessStopped(signal, () => auditByRules(input, embed)),
  };
}

/** What somebody stopped ends with the reason of that. */
async function unlessStopped<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  const result = await work();
  signal.throwIfAborted();
  return result;
}
