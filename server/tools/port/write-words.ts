import { visibleText } from "../../../protocol/visible-text.ts";
import { label } from "../readable.ts";
import { renderTemplate } from "../template.ts";

/** A card is read at a glance; the arguments stand in full beside it. */
const maxChars = 600;

/** What a write would do, in words, none of them hidden: the tenant's template, or the tool's title with its arguments. */
export function writeInWords(
  { title, confirm_template }: { title: string; confirm_template: string },
  given: Record<string, unknown>,
): string {
  const made = confirm_template === "" ? "" : renderTemplate(confirm_template, given).trim();
  if (made !== "") return visibleText(made).slice(0, maxChars);
  const parts = Object.entries(given).map(([name, value]) => `${label(name)}: ${plain(value)}`);
  return visibleText(parts.length === 0 ? title : `${title}. ${parts.join("; ")}.`).slice(0, maxChars);
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
