import type { Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { nextPlace, unfilledIn } from "./canned-store.ts";
import type { Composer } from "./composer-store.ts";
import { selectIn } from "./focus-answer.ts";

/** More than one line holds; the others follow as these are filled in. */
const maxShown = 12;

interface UnfilledChipsProps {
  area: RefObject<HTMLTextAreaElement | null>;
  box: Composer;
  preview: Signal<boolean>;
}

/** Variables of a canned reply that nothing filled in, in one line below the text. A chip selects its variable in the text. */
export function UnfilledChips({ area, box, preview }: UnfilledChipsProps) {
  const unfilled = unfilledIn(box.text.value);
  if (unfilled.length === 0) return null;
  const select = (variable: string) => {
    preview.value = false;
    // The text field may be hidden until the preview is gone.
    requestAnimationFrame(() => {
      const field = area.current;
      const place = field && nextPlace(field.value, variable, field.selectionEnd);
      if (field && place) selectIn(field, place);
    });
  };
  const more = unfilled.length - maxShown;
  return (
    <div class="unfilled" role="group" aria-label="Variables to fill in">
      <span class="muted">Fill in:</span>
      {unfilled.slice(0, maxShown).map((variable) => (
        <button
          key={variable}
          type="button"
          class="variable-chip variable-unknown"
          title={`Select ${variable} in the reply`}
          onClick={() => select(variable)}
        >
          {variable}
        </button>
      ))}
      {more > 0 ? <span class="muted">and {more} more</span> : null}
    </div>
  );
}
