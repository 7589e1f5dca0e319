import type { CallFilter } from "../../../protocol/admin-tool-calls.ts";
import type { Tool, ToolConnection } from "../../../protocol/admin-tools.ts";
import { toolConnectionRoutes, toolRoutes } from "../../../protocol/routes/tools.ts";
import { useWorkspace } from "../app-context.ts";
import { Icon } from "../ui/icon.tsx";
import { useAsked } from "../ui/loaded-part.tsx";
import { fullTime } from "../ui/time.ts";
import { callKinds, callStatuses, toolTitle } from "./tool-words.ts";

interface FiltersProps {
  shown: ShownCalls;
  onChange: (change: Partial<ShownCalls>) => void;
}

const nothingKnown: { connections: ToolConnection[]; tools: Tool[] } = { connections: [], tools: [] };

/** Filters of the list of calls. */
export function CallFilters({ shown, onChange }: FiltersProps) {
  const { api } = useWorkspace();
  // Names for the filters; the list loads without them, too.
  const asked = useAsked("", async (signal) => {
    const [connections, tools] = await Promise.all([
      api.call(toolConnectionRoutes.listToolConnections, {}, { signal }),
      api.call(toolRoutes.listTools, {}, { signal }),
    ]);
    return { connections: connections.items, tools: tools.items };
  });
  const state = asked.state.value;
  const known = state.type === "ready" ? state.value : nothingKnown;
  const tools = known.tools.filter((tool) => !shown.connection_id || tool.connection_id === shown.connection_id);
  const pairs = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
  return (
    <div class="call-filters">
      <Choice
        label="Connection"
        value={shown.connection_id}
        options={known.connections.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(to) => onChange({ connection_id: to, tool_id: undefined })}
      />
      <Choice
        label="Tool"
        value={shown.tool_id}
        options={tools.map((tool) => ({ value: tool.id, label: toolTitle(tool) }))}
        onChange={(to) => onChange({ tool_id: to })}
      />
      <Choice
        label="Kind"
        value={shown.kind}
        options={pairs(callKinds)}
        onChange={(to) => onChange({ kind: to as ShownCalls["kind"] })}
      />
      <Choice
        label="Outcome"
        value={shown.status}
        options={pairs(callStatuses)}
        onChange={(to) => onChange({ status: to as ShownCalls["status"] })}
      />
      <Choice
        label="Time"
        value={shown.days}
        options={spans.map(({ days, label }) => ({ value: days, label }))}
        onChange={(to) => onChange({ days: to, since: undefined, until: undefined })}
      />
      <Narrowed shown={shown} onChange={onChange} />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  options: ReadonlyArray<{ value: string; label: string }>;
  onChange: (value: string | undefined) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return (
    <label class="field">
      <span>{label}</span>
      <select class="input" value={value ?? ""} onChange={(event) => onChange(event.currentTarget.value || undefined)}>
        <option value="">All</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        {isKnown ? null : <option value={value}>Other</option>}
      </select>
    </label>
  );
}

/** Filters from a link that have no field here, each with a button to remove it. */
function Narrowed({ shown, onChange }: FiltersProps) {
  const { ticket_id: ticket, since, until, days } = shown;
  return (
    <>
      {ticket ? (
        <button type="button" class="btn small" onClick={() => onChange({ ticket_id: undefined })}>
          One ticket <Icon name="close" />
        </button>
      ) : null}
      {since && !days ? (
        <button type="button" class="btn small" onClick={() => onChange({ since: undefined, until: undefined })}>
          From {fullTime(since)}
          {until ? ` to ${fullTime(until)}` : ""} <Icon name="close" />
        </button>
      ) : null}
    </>
  );
}

const dayMs = 24 * 3_600_000;

/** The filters in the URL. `days`: the last days up to now; otherwise `since` and `until`, as in the chart's links. */
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

const spans = [
  { days: "1", label: "Last 24 hours" },
  { days: "7", label: "Last 7 days" },
  { days: "30", label: "Last 30 days" },
];

/** The filters in a URL; unknown values are omitted. */
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

/** The filters for the request. @param now in ms. */
export function callFilter({ days, since, until, ...others }: ShownCalls, now: number): CallFilter {
  const from = days ? new Date(now - Number(days) * dayMs).toISOString() : since;
  const filter = { ...others, since: from, until: days ? undefined : until };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

function keyOf<Key extends string>(known: Record<Key, string>, text: string | undefined): Key | undefined {
  return text !== undefined && Object.hasOwn(known, text) ? (text as Key) : undefined;
}
