import type { MessageItem, TimelineItem } from "./state.ts";

/** Messages of one author within this time share one name and time. */
const groupGapMs = 5 * 60_000;

export interface Row {
  item: TimelineItem;
  /** First of its day. */
  startsDay: boolean;
  /** First of its group; shows the name. */
  startsGroup: boolean;
  /** Last of its group; shows the time. */
  endsGroup: boolean;
}

/** The timeline with days and groups marked. */
export function toRows(items: readonly TimelineItem[]): Row[] {
  return items.map((item, at) => ({
    item,
    startsDay: !isSameDay(items[at - 1], item),
    startsGroup: !isSameGroup(items[at - 1], item),
    endsGroup: !isSameGroup(item, items[at + 1]),
  }));
}

function isSameDay(a: TimelineItem | undefined, b: TimelineItem): boolean {
  return a !== undefined && new Date(a.createdAt).toDateString() === new Date(b.createdAt).toDateString();
}

function isSameGroup(a: TimelineItem | undefined, b: TimelineItem | undefined): boolean {
  if (a?.kind !== "message" || b?.kind !== "message") return false;
  return speaker(a) === speaker(b) && isSameDay(a, b) && Date.parse(b.createdAt) - Date.parse(a.createdAt) < groupGapMs;
}

function speaker(item: MessageItem): string {
  return `${item.role}:${item.agent?.id ?? ""}`;
}
