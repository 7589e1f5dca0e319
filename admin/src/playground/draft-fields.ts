import { type Signal, useSignal } from "@preact/signals";
import type { PlaygroundDraft } from "../../../protocol/playground.ts";
import type { ModelOfTask, ModelTask } from "../assistant/models.ts";
import type { DraftBase } from "./playground-store.ts";

/** What models do in a trial: nobody is handed a summary. */
export const triedTasks = ["generate", "grade", "contextualize"] as const satisfies readonly ModelTask[];
type TriedModels = Partial<Record<(typeof triedTasks)[number], ModelOfTask>>;

/** A draft while it is edited: each field as it counts, published or not. */
export interface DraftFields {
  guidance: Signal<string>;
  tone: Signal<string>;
  threshold: Signal<number>;
  /** Tasks that another model does than the published one. */
  models: Signal<TriedModels>;
  versions: Signal<NonNullable<PlaygroundDraft["versions"]>>;
  /** Null: documents of all sets, and of none. */
  sets: Signal<string[] | null>;
  /** Only what is otherwise than published. */
  made(): PlaygroundDraft;
}

export function useDraftFields(draft: PlaygroundDraft, { settings }: DraftBase): DraftFields {
  const guidance = useSignal(draft.guidance ?? settings.guidance);
  const tone = useSignal(draft.tone ?? settings.tone);
  const threshold = useSignal(draft.threshold ?? settings.threshold);
  // A draft names providers as they are told here; what is there no more is not among the choices.
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

/** What a draft has otherwise than is published, in a line; empty for nothing. */
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
