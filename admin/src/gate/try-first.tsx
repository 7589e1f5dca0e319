import type { Signal } from "@preact/signals";

/** The choice to try a document before visitors meet it. */
export function TryFirst({ chosen }: { chosen: Signal<boolean> }) {
  return (
    <label class="check try-first">
      <input
        type="checkbox"
        checked={chosen.value}
        onChange={(event) => (chosen.value = event.currentTarget.checked)}
      />
      <span>
        Try before publishing
        <small>It goes into a release; nobody is answered from it until you publish that.</small>
      </span>
    </label>
  );
}
