import "./calls.css";
import { visibleText } from "../../../protocol/visible-text.ts";

/** A value as it is, laid out, with what cannot be seen as numbers. */
export function Json({ value, name }: { value: unknown; name: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled has to be reached by keyboard.
    <pre class="json" tabIndex={0} role="region" aria-label={name} dir="ltr">
      {visibleText(typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? ""))}
    </pre>
  );
}
