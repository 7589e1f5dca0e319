import type { Confirmation, ToolActivity } from "../../../protocol/tools.ts";
import { isRecord } from "../../../ui/events/shapes.ts";

/** Current or finished activity of a tool. */
export interface Activity extends Pick<ToolActivity, "title" | "connection" | "content" | "at"> {
  /** Undefined for a call that still runs, and for a server that does not say. */
  kind?: ToolActivity["kind"] | undefined;
  /** An unknown value of a newer server is shown like `completed`. */
  status: "running" | ToolActivity["status"];
}

/** The decision about a proposed write, or the reason why there is none. */
export interface Outcome {
  outcome: "approved" | "declined" | "expired" | "withdrawn";
  by: "visitor" | "agent" | "system" | undefined;
}

/** One tool call. A call that needs or needed an approval has a `confirmation`. */
export interface ToolEntry {
  id: string;
  activity?: Activity;
  confirmation?: Confirmation;
  /** Time of the request by the server's clock; undefined for a request from before the page was loaded. */
  askedAt?: string | undefined;
  outcome?: Outcome;
}

/**
 * Tool activity in the order in which it began, one entry per call. The data of tools comes from outside, so each field is checked here;
 * unknown forms are skipped. A write is one entry from its confirmation to its result.
 */
export function toolEntries(news: readonly unknown[]): ToolEntry[] {
  const entries = new Map<string, ToolEntry>();
  for (const item of news) {
    if (!isRecord(item)) continue;
    const id = item["confirmation_id"] ?? item["tool_call_id"];
    if (typeof id !== "string") continue;
    const known = entries.get(id) ?? { id };
    const next = withNews(known, item);
    if (next) entries.set(id, next);
  }
  return [...entries.values()];
}

type Fields = Record<string, unknown>;

function withNews(entry: ToolEntry, item: Fields): ToolEntry | undefined {
  switch (item["type"]) {
    case "tool_call_start":
      return { ...entry, activity: started(entry, item) };
    case "tool_result":
      return { ...entry, activity: ended(entry, item) };
    case "confirmation":
    case "confirmation_required":
      return isConfirmation(item)
        ? { id: entry.id, confirmation: item, askedAt: textOf(item, "created_at") || undefined }
        : undefined;
    case "confirmation_response":
      return entry.confirmation ? { ...entry, outcome: outcomeOf(item) } : undefined;
    default:
      return isActivity(item) ? { ...entry, activity: item } : undefined;
  }
}

function started({ confirmation }: ToolEntry, item: Fields): Activity {
  return {
    title: textOf(item, "title") || confirmation?.action || textOf(item, "name"),
    connection: textOf(item, "connection") || (confirmation?.connection ?? ""),
    status: "running",
    content: "",
    at: textOf(item, "created_at"),
  };
}

function ended(entry: ToolEntry, item: Fields): Activity {
  const { activity } = item;
  if (isActivity(activity)) return activity;
  return {
    ...(entry.activity ?? started(entry, item)),
    status: item["is_error"] === true ? "failed" : "completed",
    content: textOf(item, "content"),
    at: textOf(item, "created_at"),
  };
}

/** An event of an older version contains only whether the write was approved. */
function outcomeOf(item: Fields): Outcome {
  const given = item["outcome"];
  const isKnown = given === "approved" || given === "declined" || given === "expired" || given === "withdrawn";
  const by = item["by"];
  return {
    outcome: isKnown ? given : item["approved"] === true ? "approved" : "declined",
    by: by === "visitor" || by === "agent" || by === "system" ? by : undefined,
  };
}

function isActivity(value: unknown): value is Activity {
  return (
    isRecord(value) &&
    ["title", "connection", "status", "content", "at"].every((field) => typeof value[field] === "string")
  );
}

function isConfirmation(value: Fields): value is Fields & Confirmation {
  const fields = value["fields"];
  return (
    ["action", "connection", "description", "waits_for", "expires_at"].every(
      (field) => typeof value[field] === "string",
    ) &&
    Array.isArray(fields) &&
    fields.every((field) => isRecord(field) && typeof field["label"] === "string" && typeof field["value"] === "string")
  );
}

function textOf(item: Fields, field: string): string {
  const value = item[field];
  return typeof value === "string" ? value : "";
}
