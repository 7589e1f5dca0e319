import { listSettings, type Setting, settingGroups } from "../../server/core/config/config.ts";
import type { Section } from "./sections.ts";

/** The sections of `configuration.md` that list the environment, made of the schema that checks it. */
export function settingSections(): Section[] {
  const settings = listSettings();
  const groups = Object.entries(settingGroups).map(([group, heading]) => ({
    heading,
    body: settings
      .filter((setting) => setting.group === group)
      .map(lineOf)
      .join("\n"),
  }));
  return [{ heading: "Which environment variables are there?", body: overview(settings.length) }, ...groups];
}

function overview(count: number): string {
  return `Parley reads ${count} environment variables. All are optional: without any, Parley runs embedded on port 8787. This page lists each with its default, its allowed values and an example.`;
}

function lineOf({ name, text, initial, unset, allowed, example }: Setting): string {
  const more = [allowed && `Allowed: ${allowed}.`, example && `Example: \`${name}=${example}\`.`].filter(Boolean);
  return `- **\`${name}\`** (${initialOf(initial, unset)}): ${[text, ...more].join(" ")}`;
}

function initialOf(initial: string | null, unset: string | undefined): string {
  if (initial !== null) return `default: \`${initial}\``;
  if (unset === undefined) return "not set";
  // A value, or what happens without one.
  return unset.startsWith("`") ? `default: ${unset}` : `not set: ${unset}`;
}
