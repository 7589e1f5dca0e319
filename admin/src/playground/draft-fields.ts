import { type Signal, useSignal } from "@preact/signals";
import type { PlaygroundDraft } from "../../../protocol/playground.ts";
import type { DraftBase } from "./playground-calls.ts";

type Choice = DraftBase["usage"]["usual"]["generate"];

/** A draft while it is edited: each field as it counts, published or not. */
export interface DraftFields {
  guidance: Signal<string>;
  tone: Signal<string>;
  threshold: Signal<number>;
  writer: Signal<Choice>;
  versions: Signal<NonNullable<PlaygroundDraft["versions"]>>;
  /** Who writes where nothing is chosen here. */
  published: Choice;
  /** Only what is otherwise than published. */
  made(): PlaygroundDraft;
}

export function useDraftFields(draft: PlaygroundDraft, { settings, usage }: DraftBase): DraftFields {
  const published = settings.models.generate ?? usage.usual.generate;
  const guidance = useSignal(draft.guidance ?? settings.guidance);
  const tone = useSignal(draft.tone ?? settings.tone);
  const threshold = useSignal(draft.threshold ?? settings.threshold);
  // A draft names providers as they are told here; what is there no more is not among the choices.
  const writer = useSignal<Choice>((draft.models?.generate as Choice | undefined) ?? published);
  const versions = useSignal(draft.versions ?? {});
  return {
    guidance,
    tone,
    threshold,
    writer,
    versions,
    published,
    made() {
      const { add = [], leave_out: left = [] } = versions.peek();
      const { provider, model } = writer.peek();
      const isOther = provider !== published.provider || model.trim() !== published.model;
      return {
        ...(guidance.peek() === settings.guidance ? {} : { guidance: guidance.peek() }),
        ...(tone.peek() === settings.tone ? {} : { tone: tone.peek() }),
        ...(threshold.peek() === settings.threshold ? {} : { threshold: threshold.peek() }),
        ...(isOther ? { models: { generate: writer.peek() } } : {}),
        ...(add.length + left.length > 0 ? { versions: { add, leave_out: left } } : {}),
      };
    },
  };
}
