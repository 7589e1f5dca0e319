import type { CallFilter } from "../../../protocol/admin-tool-calls.ts";
import { callKinds, callStatuses } from "./tool-words.ts";

const dayMs = 24 * 3_600_000;

/** What the address asks for. `days`: so many days back from now; else `since` and `until`, as the chart names them. */
export interface ShownCalls {
  connection_id: string | undefined;
  tool_id: string | undefined;
  ticket_id: string | undefined;
  kind: CallFilter["kind"];
  status: CallFilter["status"];
  days: string | undefined;
  since: string | undefined;
  until: string | undefined;
}

export const spans = [
  { days: "1", label: "Last 24 hours" },
  { days: "7", label: "Last 7 days" },
  { days: "30", label: "Last 30 days" },
];

/** Reads an address; what nobody knows is left out. */
export function shownCalls(query: Record<string, string | undefined>): ShownCalls {
  const isTime = (text: string | undefined) => text !== undefined && !Number.isNaN(Date.parse(text));
  return {
    connection_id: query["connection_id"],
    tool_id: query["tool_id"],
    ticket_id: query["ticket_id"],
    kind: keyOf(callKinds, query["kind"]),
    status: keyOf(callStatuses, query["status"]),
    days: spans.find(({ days }) => days === query["days"])?.days,
    since: isTime(query["since"]) ? query["since"] : undefined,
    until: isTime(query["until"]) ? query["until"] : undefined,
  };
}

/** The same as the server is asked. @param now in ms. */
export function callFilter({ days, since, until, ...others }: ShownCalls, now: number): CallFilter {
  const from = days ? new Date(now - Number(days) * dayMs).toISOString() : since;
  const filter = { ...others, since: from, until: days ? undefined : until };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

function keyOf<Key extends string>(known: Record<Key, string>, text: string | undefined): Key | undefined {
  return text !== undefined && Object.hasOwn(known, text) ? (text as Key) : undefined;
}
