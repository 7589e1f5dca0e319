import { modelAdvice } from "../../../protocol/model-advice.ts";
import { failureOf } from "./chat/failures.ts";
import type { Candidate, Routes } from "./task-models.ts";

/** Result of one real call to a model. */
export interface TriedModel {
  provider: string;
  model: string;
  /** Tasks of the model. */
  tasks: string[];
  ms: number;
  /** Reason of the failure, without text of the prompt or of the provider's body; null on success. */
  error: string | null;
}

/** Timeout in ms: no visitor would wait longer. */
const tryMs = 20_000;
const prompt = "This is a check of the connection. Reply with the single word: ready";

/** Calls each model of these routes once, with a few tokens; the rules are left out. */
export async function tryModels(routes: Routes): Promise<TriedModel[]> {
  const wanted = new Map<string, { candidate: Candidate; tasks: string[] }>();
  for (const [task, candidates] of Object.entries(routes)) {
    for (const candidate of candidates) {
      if (candidate.client === null) continue;
      const key = `${candidate.provider} ${candidate.client.model}`;
      const known = wanted.get(key);
      if (known) known.tasks.push(task);
      else wanted.set(key, { candidate, tasks: [task] });
    }
  }
  return Promise.all([...wanted.values()].map(({ candidate, tasks }) => tryOne(candidate, tasks)));
}

async function tryOne({ provider, client }: Candidate, tasks: string[]): Promise<TriedModel> {
  const startedAt = performance.now();
  const done = (error: string | null): TriedModel => ({
    provider,
    model: client?.model ?? "",
    tasks,
    ms: Math.round(performance.now() - startedAt),
    error,
  });
  try {
    await client?.complete([{ role: "user", content: prompt }], null, { signal: AbortSignal.timeout(tryMs) });
    return done(null);
  } catch (error) {
    const { kind, message, setting } = failureOf(error);
    if (kind === "cancelled") return done(`there was no answer within ${tryMs / 1_000} s`);
    const advice = modelAdvice({ outcome: kind, provider, model: client?.model ?? "", setting });
    return done(advice === null ? message : `${message}. ${advice.replace(/\.$/, "")}`);
  }
}
