import type { Label } from "../../../../protocol/triage.ts";

/** The first labels of a ticket, and how many more there are; on hover which. */
export function LabelChips({ labels, most }: { labels: readonly Label[]; most: number }) {
  const shown = labels.slice(0, most);
  const others = labels.slice(shown.length);
  return (
    <>
      {shown.map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
      {others.length > 0 ? (
        <span class="chip label-others" title={others.map(({ name }) => name).join(", ")}>
          <span aria-hidden="true">+{others.length}</span>
          <span class="visually-hidden">and {others.length} more</span>
        </span>
      ) : null}
    </>
  );
}

/** A label with its colour as a dot: the words keep their contrast. */
function LabelChip({ label }: { label: Label }) {
  return (
    <span class="chip label-chip" dir="auto">
      <span class={`label-dot label-${label.color}`} aria-hidden="true" />
      <span class="label-name">{label.name}</span>
    </span>
  );
}
