import { cut } from "../core/text/shorten.ts";

interface FieldChange {
  before: unknown;
  after: unknown;
}

/** Longest recorded value, in characters. */
const maxChars = 500;

/**
 * The fields that differ, by path (`theme.accent`), with both values, for the audit log.
 * @param fields the fields that a request names; without it, all. They must hold neither secrets nor message text.
 */
export function changedFields(
  before: object,
  after: object,
  fields: readonly string[] = [...new Set([...Object.keys(before), ...Object.keys(after)])],
): Record<string, FieldChange> {
  const changes: Record<string, FieldChange> = {};
  const [old, now] = [
    new Map<string, unknown>(Object.entries(before)),
    new Map<string, unknown>(Object.entries(after)),
  ];
  for (const field of fields)
    if (old.has(field) || now.has(field)) collect(old.get(field), now.get(field), { path: field, changes });
  return changes;
}

function collect(
  before: unknown,
  after: unknown,
  { path, changes }: { path: string; changes: Record<string, FieldChange> },
): void {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  if (!isRecord(before) || !isRecord(after)) {
    changes[path] = { before: shortened(before), after: shortened(after) };
    return;
  }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    collect(before[name], after[name], { path: `${path}.${name}`, changes });
}

function shortened(value: unknown): unknown {
  if (typeof value === "string") return cut(value, maxChars);
  const text = JSON.stringify(value);
  return text !== undefined && text.length > maxChars ? cut(text, maxChars) : (value ?? null);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
