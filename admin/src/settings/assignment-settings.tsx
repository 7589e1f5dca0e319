import type { Settings } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { ParsedField, type RadioChoice, RadioOptions } from "../ui/fields.tsx";

type Assignment = Settings["assignment"];

/** Same limits as on the server. */
const mostOpen = 200;
const mostMinutes = 1_440;
const usualMinutes = 15;
const rules: ReadonlyArray<RadioChoice<Assignment["rule"]>> = [
  { value: "nobody", label: "Manual", text: "Tickets stay in Unassigned until an agent takes one." },
  { value: "round_robin", label: "Round robin", text: "Each agent in turn." },
  { value: "load", label: "Least busy", text: "Fewest open tickets first." },
];

/** Automatic assignment of waiting tickets. */
export function AssignmentSettings({ assignment }: { assignment: Assignment }) {
  const { settings } = useWorkspace();
  const change = (next: Partial<Assignment>) => settings.edit({ assignment: { ...assignment, ...next } });
  return (
    <div class="settings-group" id="assignment">
      <RadioOptions
        legend="Rule"
        name="assignment-rule"
        choices={rules}
        chosen={assignment.rule}
        onChange={(next) => change({ rule: next })}
      />
      {assignment.rule === "nobody" ? null : <Limits assignment={assignment} onChange={change} />}
    </div>
  );
}

/** Eligible agents, tickets per agent, and the time until reassignment. */
function Limits({ assignment, onChange }: { assignment: Assignment; onChange: (next: Partial<Assignment>) => void }) {
  const { limit, back_minutes: back } = assignment;
  return (
    <>
      <p class="muted">
        Only agents who have the console open and are not away get tickets. Visitors see the agent's name once the agent
        takes over or replies.
      </p>
      <NumberField
        label="Maximum open tickets per agent"
        hint="Agents at this limit get no new tickets. Snoozed tickets do not count."
        value={limit}
        max={mostOpen}
        onChange={(next) => onChange({ limit: next })}
      />
      <div class="field">
        <label class="option">
          <input
            type="checkbox"
            checked={back !== null}
            onChange={(event) => onChange({ back_minutes: event.currentTarget.checked ? usualMinutes : null })}
          />
          <span>
            <strong>Reassign when agents leave</strong>
            <small>When an agent closes the console or goes away, their unanswered tickets go to someone else.</small>
          </span>
        </label>
      </div>
      {back === null ? null : (
        <NumberField
          label="After (minutes)"
          hint="Counted from when the agent left or got the ticket."
          value={back}
          max={mostMinutes}
          onChange={(next) => onChange({ back_minutes: next })}
        />
      )}
    </>
  );
}

interface NumberFieldProps {
  label: string;
  hint: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
}

function NumberField({ max, ...field }: NumberFieldProps) {
  const parse = (text: string) => {
    const value = Number(text);
    return text.trim() !== "" && Number.isInteger(value) && value >= 1 && value <= max ? value : null;
  };
  return <ParsedField {...field} format={String} parse={parse} problem={`Enter a whole number from 1 to ${max}.`} />;
}
