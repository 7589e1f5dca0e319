import type { Signal } from "@preact/signals";

interface EraseProps {
  branches: number;
  /** Whether they go, too. */
  erases: Signal<boolean>;
}

/** What becomes of the branches of a conversation that is deleted. */
export function EraseChoice({ branches, erases }: EraseProps) {
  if (branches === 0) return null;
  const choice = (label: string, value: boolean) => (
    <label class="copilot-erase-choice">
      <input
        type="radio"
        name="branches"
        checked={erases.value === value}
        onChange={() => {
          erases.value = value;
        }}
      />
      <span>{label}</span>
    </label>
  );
  return (
    <fieldset class="copilot-erase">
      <legend>This conversation has {branchCount(branches)}</legend>
      {choice("Keep them as separate conversations", false)}
      {choice("Delete them and their branches too", true)}
    </fieldset>
  );
}

/** `1 branch`, `3 branches`. */
export function branchCount(count: number): string {
  return count === 1 ? "1 branch" : `${count} branches`;
}
