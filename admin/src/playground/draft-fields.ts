import { type Signal, useSignal } from "@preact/signals";
import type { PlaygroundDraft } from "../../../protocol/playground.ts";
import type { ModelOfTask, ModelTask } from "../assistant/models.ts";
import type { DraftBase } from "./playground-store.ts";

/** Tasks of models in a dry run; hand-over summaries are not part of it. */
export const triedTasks = ["generate", "grade", "contextualize"] as const satisfies readonly ModelTask[];
type TriedModels = Partial<Record<(typeof triedTasks)[number], ModelOfTask>>;

/** A draft being edited: each field with its effective value, published or changed. */
export interface DraftFields {
  guidance: Signal<string>;
  tone: Signal<string>;
  threshold: Signal<number>;
  /** Tasks for which the draft uses another model than the published one. */
  models: Signal<TriedModels>;
  versions: Signal<NonNullable<PlaygroundDraft["versions"]>>;
  /** Null: no restriction to sets. */
  sets: Signal<string[] | null>;
  /** Only the changes against the published version. */
  made(): PlaygroundDraft;
}

export function useDraftFields(draft: PlaygroundDraft, { settings }: DraftBase): DraftFields {
  const guidance = useSignal(draft.guidance ?? settings.guidance);
  const tone = useSignal(draft.tone ?? settings.tone);
  const threshold = useSignal(draft.threshold ?? settings.threshold);
  // A provider that no longer exists is missing in the choices.
  const models = useSignal<TriedModels>((draft.models ?? {}) as TriedModels);
  const versions = useSignal(draft.versions ?? {});
  const sets = useSignal(draft.sets ?? null);
  return {
    guidance,
    tone,
    threshold,
    models,
    versions,
    sets,
    made() {
      const { add = [], leave_out: left = [] } = versions.peek();
      const chosen = sets.peek() ?? [];
      return {
        ...(guidance.peek() === settings.guidance ? {} : { guidance: guidance.peek() }),
        ...(tone.peek() === settings.tone ? {} : { tone: tone.peek() }),
        ...(threshold.peek() === settings.threshold ? {} : { threshold: threshold.peek() }),
        ...(Object.keys(models.peek()).length > 0 ? { models: models.peek() } : {}),
        ...(add.length + left.length > 0 ? { versions: { add, leave_out: left } } : {}),
        ...(chosen.length > 0 ? { sets: chosen } : {}),
      };
    },
  };
}

export function isEmptyDraft(draft: PlaygroundDraft): boolean {
  return draftWords(draft) === "";
}

/** A draft's changes in one line; empty when there are none. */
export function draftWords({ guidance, tone, threshold, models, versions, sets }: PlaygroundDraft): string {
  const parts: string[] = [];
  if (guidance !== undefined) parts.push(guidance.trim() === "" ? "no guidance" : "different guidance");
  if (tone !== undefined) parts.push(tone.trim() === "" ? "no tone" : "different tone");
  if (threshold !== undefined) parts.push(`threshold ${threshold.toFixed(2)}`);
  if (models?.generate) parts.push(nameOf(models.generate));
  if (models?.grade) parts.push(`confidence rated by ${nameOf(models.grade)}`);
  if (models?.contextualize) parts.push(`questions understood by ${nameOf(models.contextualize)}`);
  const added = versions?.add?.length ?? 0;
  if (added > 0) parts.push(added === 1 ? "another version of a document" : `other versions of ${added} documents`);
  const left = versions?.leave_out?.length ?? 0;
  if (left > 0) parts.push(left === 1 ? "without a document" : `without ${left} documents`);
  if (sets !== undefined) parts.push(sets.length === 1 ? "one set only" : `${sets.length} sets only`);
  return parts.length === 0 ? "" : `With ${parts.join(", ")}`;
}

function nameOf({ provider, model }: { provider: string; model: string }): string {
  return model || (provider === "extractive" ? "the built-in answerer" : provider);
}
