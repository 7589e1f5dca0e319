import type { Settings } from "../../../protocol/admin.ts";
import { cut } from "../../core/text/shorten.ts";

/** What became of one setting. */
export interface SettingChange {
  before: unknown;
  after: unknown;
}

/** Longest text of a setting in the record. */
const maxChars = 500;

/** Every setting that is other than before, by its path (`theme.accent`), for the record. Settings hold no secrets. */
export function settingsChanges(before: Settings, after: Settings): Record<string, SettingChange> {
  const changes: Record<string, SettingChange> = {};
  collect(before, after, { path: "", changes });
  return changes;
}

function collect(
  before: unknown,
  after: unknown,
  { path, changes }: { path: string; changes: Record<string, SettingChange> },
): void {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  if (!isRecord(before) || !isRecord(after)) {
    changes[path] = { before: shortened(before), after: shortened(after) };
    return;
  }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    collect(before[name], after[name], { path: path === "" ? name : `${path}.${name}`, changes });
}

function shortened(value: unknown): unknown {
  if (typeof value === "string") return cut(value, maxChars);
  const text = JSON.stringify(value);
  return text !== undefined && text.length > maxChars ? cut(text, maxChars) : (value ?? null);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
