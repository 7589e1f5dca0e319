import { useId, useState } from "preact/hooks";
import type { Settings } from "../../../protocol/admin.ts";
import type { ClockKind, ServiceLevels } from "../../../protocol/service-levels.ts";
import type { TicketPriority } from "../../../protocol/triage.ts";
import { useWorkspace } from "../app-context.ts";
import { type RadioChoice, RadioOptions } from "../ui/fields.tsx";
import { formatMinutes, parseMinutes } from "./time-text.ts";

/** Same limit as on the server: thirty days. */
const maxMinutes = 43_200;
const kinds: ReadonlyArray<{ kind: ClockKind; label: string }> = [
  { kind: "first_answer", label: "First answer" },
  { kind: "next_answer", label: "Next answer" },
  { kind: "resolution", label: "Resolved" },
];
const priorities: ReadonlyArray<{ priority: TicketPriority; label: string }> = [
  { priority: "urgent", label: "Urgent" },
  { priority: "high", label: "High" },
  { priority: "none", label: "All others" },
  { priority: "low", label: "Low" },
];
const hoursChoices: ReadonlyArray<RadioChoice<ServiceLevels["hours"]>> = [
  { value: "opening", label: "During opening hours", text: "Time outside opening hours does not count." },
  { value: "always", label: "Around the clock", text: "Every minute counts." },
];
const usual: ServiceLevels = {
  hours: "opening",
  targets: {
    none: { first_answer: 60, next_answer: 240, resolution: 1_440 },
    low: {},
    high: { first_answer: 30 },
    urgent: { first_answer: 15, next_answer: 60, resolution: 480 },
  },
};

/** Reply-time targets; the inbox shows due tickets. */
export function ServiceLevelSettings({ levels, hasHours }: { levels: Settings["service_levels"]; hasHours: boolean }) {
  const { settings } = useWorkspace();
  const change = (next: ServiceLevels | null) => settings.edit({ service_levels: next });
  return (
    <div class="settings-group" id="service-levels">
      <div class="field">
        <label class="option">
          <input
            type="checkbox"
            checked={levels !== null}
            onChange={(event) => change(event.currentTarget.checked ? usual : null)}
          />
          <span>
            <strong>Reply-time targets</strong>
            <small>Measured from hand-over. Shown to agents only.</small>
          </span>
        </label>
      </div>
      {levels ? (
        <>
          <RadioOptions
            legend="Count time"
            name="level-hours"
            choices={hoursChoices}
            chosen={levels.hours}
            onChange={(hours) => change({ ...levels, hours })}
          />
          {levels.hours === "opening" && !hasHours ? (
            <p class="muted">
              No opening hours set, so every minute counts.{" "}
              <a href="/console/settings/home-screen">Set opening hours</a>
            </p>
          ) : null}
          <TargetTable levels={levels} onChange={change} />
        </>
      ) : null}
    </div>
  );
}

function TargetTable({ levels, onChange }: { levels: ServiceLevels; onChange: (levels: ServiceLevels) => void }) {
  const { targets } = levels;
  const set = (priority: TicketPriority, kind: ClockKind, minutes: number | null) => {
    const next: Partial<ServiceLevels["targets"]["none"]> = { ...targets[priority], [kind]: minutes };
    // An empty field of a priority means that it has no target of its own.
    if (priority !== "none" && minutes === null) delete next[kind];
    onChange({ ...levels, targets: { ...targets, [priority]: next } });
  };
  return (
    <div class="field">
      <table class="levels">
        <thead>
          <tr>
            <th scope="col">Priority</th>
            {kinds.map(({ kind, label }) => (
              <th key={kind} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {priorities.map(({ priority, label }) => (
            <tr key={priority}>
              <th scope="row">{label}</th>
              {kinds.map(({ kind, label: what }) => (
                <td key={kind}>
                  <TargetField
                    label={`${what}, ${label}`}
                    minutes={targets[priority][kind] ?? null}
                    placeholder={priority === "none" ? "none" : formatMinutes(targets.none[kind]) || "none"}
                    onChange={(minutes) => set(priority, kind, minutes)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <small>For example 30m, 4h or 1d 2h. A day is 24 counted hours. Leave empty to use “All others”.</small>
    </div>
  );
}

interface TargetFieldProps {
  label: string;
  minutes: number | null;
  placeholder: string;
  onChange: (minutes: number | null) => void;
}

function TargetField({ label, minutes, placeholder, onChange }: TargetFieldProps) {
  const id = useId();
  const [written, setWritten] = useState(formatMinutes(minutes));
  const meant = read(written);
  // The value changed elsewhere: the typed text belongs to the old value.
  const text = meant !== undefined && meant !== minutes ? formatMinutes(minutes) : written;
  const isWrong = read(text) === undefined;
  return (
    <input
      id={id}
      class="input"
      aria-label={label}
      value={text}
      placeholder={placeholder}
      autocomplete="off"
      aria-invalid={isWrong}
      ref={(input) =>
        input?.setCustomValidity(isWrong ? "Enter a time such as 30m, 4h or 1d (up to 30d), or leave empty." : "")
      }
      onInput={(event) => {
        const next = read(event.currentTarget.value);
        setWritten(event.currentTarget.value);
        if (next !== undefined) onChange(next);
      }}
    />
  );
}

function read(text: string): number | null | undefined {
  const minutes = parseMinutes(text);
  return minutes && minutes > maxMinutes ? undefined : minutes;
}
