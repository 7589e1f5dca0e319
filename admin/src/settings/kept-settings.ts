import type { Settings } from "../../../protocol/admin.ts";
import type { TextStorage } from "../ui/storage.ts";
import type { SettingsPatch } from "./settings-store.ts";

const prefix = "parley-console:settings:";
const keptMs = 14 * 24 * 60 * 60 * 1_000;

/** Changes of the settings that are not saved yet, kept over a reload. */
export interface KeptSettings {
  /** The settings with the kept changes in them. */
  applyTo(settings: Settings): Settings;
  /** Null when there are none. */
  keep(patch: SettingsPatch | null): void;
}

/** Kept in this browser for one person and tenant. Those of others stay, for they may come back. */
export function openKeptSettings(
  storage: TextStorage,
  of: { personId: string; tenantId: string },
  now: () => number = Date.now,
): KeptSettings {
  const key = `${prefix}${of.tenantId}:${of.personId}`;
  return {
    // Every value that is taken over is of the kind it had.
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

/** Takes over what has the kind that the settings have there now: another version may have kept it. */
function merge(settings: Record<string, unknown>, patch: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...settings };
  for (const [name, change] of Object.entries(patch)) {
    const present = merged[name];
    // What is left out of it is taken away.
    if (name === "service_levels") merged[name] = change;
    else if (name === "models" && isRecord(change)) merged[name] = mergeModels(present, change);
    else if (isRecord(present) && isRecord(change)) merged[name] = merge(present, change);
    else if (present === null || change === null || kindOf(present) === kindOf(change)) merged[name] = change;
  }
  return merged;
}

/** A task without a model of its own has no entry; one that was taken away is null in a patch. */
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
