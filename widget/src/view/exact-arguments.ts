import type { Confirmation } from "../../../protocol/tools.ts";
import { visibleText } from "../../../protocol/visible-text.ts";
import { isRecord } from "../../../ui/events/shapes.ts";

/** One argument in readable form. */
export interface ArgumentRow {
  label: string;
  value: string;
  /** The present value, where it is known. */
  before?: string | undefined;
}

/**
 * Everything that would be sent: the fields that the server has put into words, then the arguments that those fields do not contain. An
 * approval covers all of it.
 */
export function exactArguments({
  fields,
  arguments: given,
}: Pick<Confirmation, "fields" | "arguments">): ArgumentRow[] {
  const named = new Set(fields.map(({ name }) => name));
  const others = isRecord(given) ? Object.entries(given).filter(([name]) => !named.has(name)) : [];
  const rows: ArgumentRow[] = [
    ...fields,
    ...others.map(([name, value]) => ({ label: name, value: JSON.stringify(value, null, 1) })),
  ];
  return rows.map(({ label, value, before }) => ({
    label: visibleText(label),
    value: visibleText(value),
    ...(typeof before === "string" ? { before: visibleText(before) } : {}),
  }));
}
