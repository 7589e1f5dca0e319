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
        <small>Adds it to a release; not live until published.</small>
      </span>
    </label>
  );
}
