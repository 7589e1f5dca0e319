import { useWorkspace } from "../../app-context.ts";

/** A set with its colour as a dot: the words keep their contrast. */
export function SetChip({ name }: { name: string }) {
  const { sets } = useWorkspace();
  return (
    <span class="chip label-chip" dir="auto" title={`Set: ${name}`}>
      <span class={`label-dot label-${sets.colorOf(name)}`} aria-hidden="true" />
      {name}
    </span>
  );
}
