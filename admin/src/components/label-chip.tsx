import type { Label } from "../../../protocol/triage.ts";

/** A label with its colour as a dot: the words keep their contrast. */
export function LabelChip({ label }: { label: Label }) {
  return (
    <span class="chip label-chip" dir="auto">
      <span class={`label-dot label-${label.color}`} aria-hidden="true" />
      {label.name}
    </span>
  );
}
