import type { AuditItem } from "../../../protocol/admin-audit.ts";
import { fullTime } from "../ui/time.ts";
import { fieldName } from "./audit-fields.ts";

/** One changed value; null: there is no such side. */
interface ShownChange {
  name: string;
  before: string | null;
  after: string | null;
  /** A value without a side. */
  text?: string;
}

/** The changes that an entry records: settings before and after, assignees, priorities, roles, labels. */
export function changesOf({ action, detail, names }: Pick<AuditItem, "action" | "detail" | "names">): ShownChange[] {
  const show = (value: unknown): string => (typeof value === "string" && names[value]) || shown(value);
  const list = (value: unknown): string | null =>
    Array.isArray(value) && value.length > 0 ? value.map(show).join(", ") : null;
  const pair = (name: string, before: unknown, after: unknown): ShownChange[] => [
    { name, before: show(before ?? null), after: show(after ?? null) },
  ];
  switch (action) {
    case "ticket.assign":
      return pair("Assignee", detail["from"] ?? "nobody", detail["to"] ?? "nobody");
    case "ticket.priority":
      return pair("Priority", detail["from"], detail["to"]);
    case "ticket.merge":
      return [{ name: "Into", before: null, after: null, text: show(detail["into"]) }];
    case "ticket.undo":
      return [
        { name: "Undone", before: null, after: null, text: undone[show(detail["what"])] ?? show(detail["what"]) },
      ];
    case "calibration.apply":
    case "calibration.undo":
      return pair("Confidence threshold", thresholdOf(detail["from"]), thresholdOf(detail["to"]));
    case "person.role":
      return pair("Role", detail["before"], detail["after"]);
    case "ticket.label":
      return [{ name: "Labels", before: list(detail["removed"]), after: list(detail["added"]) }];
    default:
      return [...recorded(detail["changes"], show), ...fieldNames(detail), ...facts(detail, show)];
  }
}

/** Decisions that can be undone. */
const undone: Record<string, string> = {
  resolve: "resolved",
  spam: "marked as spam",
  merge: "merged",
  hand_back: "returned to the AI",
};

function thresholdOf(state: unknown): unknown {
  return typeof state === "object" && state !== null && "threshold" in state ? state.threshold : null;
}

/** Single values that entries record beside their object. */
const factNames: Record<string, string> = {
  role: "Role",
  until: "Until",
  version: "Version",
  count: "Events",
  added: "Added",
  gone: "No longer listed",
  status: "Outcome",
  failures: "Failed fetches",
  mentions: "Mentioned",
  to: "With",
  from: "From",
  overlap_hours: "Hours in which the old secret still works",
};

function facts(detail: AuditItem["detail"], show: (value: unknown) => string): ShownChange[] {
  return Object.entries(factNames).flatMap(([field, name]) => {
    const value = detail[field];
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return [];
    if (typeof value === "object" && !Array.isArray(value)) return [];
    const text = field === "until" ? fullTime(String(value)) : [value].flat().map(show).join(", ");
    return [{ name, before: null, after: null, text }];
  });
}

function recorded(changes: unknown, show: (value: unknown) => string): ShownChange[] {
  if (typeof changes !== "object" || changes === null) return [];
  return Object.entries(changes).flatMap(([name, change]: [string, unknown]): ShownChange[] =>
    typeof change === "object" && change !== null && "before" in change && "after" in change
      ? [{ name: fieldName(name), before: show(change.before), after: show(change.after) }]
      : [],
  );
}

/** Names of changed fields whose values are not recorded. */
function fieldNames({ fields, changes }: AuditItem["detail"]): ShownChange[] {
  if (!Array.isArray(fields)) return [];
  const known = Object.keys(changes ?? {}).map((path) => path.split(".")[0]);
  const others = fields.filter((field): field is string => typeof field === "string" && !known.includes(field));
  return others.length > 0
    ? [{ name: "Changed", before: null, after: null, text: others.map(fieldName).join(", ") }]
    : [];
}

function shown(value: unknown): string {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "nothing";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (Array.isArray(value)) return value.map(shown).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, part]) => `${fieldName(name)}: ${shown(part)}`)
      .join("; ");
  return String(value);
}
