import type { Settings } from "../../../protocol/admin.ts";
import type { TextStorage } from "../ui/storage.ts";
import type { SettingsPatch } from "./settings-store.ts";

const prefix = "parley-console:settings:";
const keptMs = 14 * 24 * 60 * 60 * 1_000;

/** Unsaved changes of the settings, which survive a reload. */
export interface KeptSettings {
  /** Returns the settings with the unsaved changes applied. */
  applyTo(settings: Settings): Settings;
  /** Null: no unsaved changes. */
  keep(patch: SettingsPatch | null): void;
}

/** Stored in this browser per person and tenant. Those of other people stay, because they may return. */
export function openKeptSettings(
  storage: TextStorage,
  of: { personId: string; tenantId: string },
  now: () => number = Date.now,
): KeptSettings {
  const key = `${prefix}${of.tenantId}:${of.personId}`;
  return {
    // Safe: each merged value has the type of the value that it replaces.
    applyTo: (settings) => merge({ ...settings }, read(storage.get(key), now())) as Settings,
    keep(patch) {
      if (patch === null || Object.keys(patch).length === 0) storage.remove(key);
      else storage.set(key, JSON.stringify({ patch, at: now() }));
    },
  };
}

function read(text: string | null, now: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    if (!isRecord(value) || typeof value["at"] !== "number" || now - value["at"] > keptMs) return {};
    return isRecord(value["patch"]) ? value["patch"] : {};
  } catch {
    return {};
  }
}

/** Merges values that have the type of the current settings: another version may have stored them. */
function merge(settings: Record<string, unknown>, patch: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...settings };
  for (const [name, change] of Object.entries(patch)) {
    const present = merged[name];
    // Replaced as a whole: omitted keys are removed.
    if (name === "service_levels") merged[name] = change;
    else if (name === "models" && isRecord(change)) merged[name] = mergeModels(present, change);
    else if (isRecord(present) && isRecord(change)) merged[name] = merge(present, change);
    else if (present === null || change === null || kindOf(present) === kindOf(change)) merged[name] = change;
  }
  return merged;
}

/** A task without its own model has no entry; a patch removes an entry with null. */
function mergeModels(present: unknown, change: Record<string, unknown>): Record<string, unknown> {
  const all = Object.entries({ ...(isRecord(present) ? present : {}), ...change });
  return Object.fromEntries(all.filter(([, choice]) => isRecord(choice)));
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
