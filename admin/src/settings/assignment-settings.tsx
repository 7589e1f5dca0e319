import type { Settings } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { ParsedField } from "./parsed-field.tsx";
import { type RadioChoice, RadioOptions } from "./radio-options.tsx";

type Assignment = Settings["assignment"];

/** As the server takes them. */
const mostOpen = 200;
const mostMinutes = 1_440;
const usualMinutes = 15;
const rules: ReadonlyArray<RadioChoice<Assignment["rule"]>> = [
  { value: "nobody", label: "Nobody", text: "They wait in Unassigned until somebody takes one." },
  { value: "round_robin", label: "Round robin", text: "Whoever was given one longest ago is next." },
  { value: "load", label: "By load", text: "Whoever has the fewest open tickets is next." },
];

/** Who is given tickets that wait for a person. */
export function AssignmentSettings({ assignment }: { assignment: Assignment }) {
  const { settings } = useWorkspace();
  const change = (next: Partial<Assignment>) => settings.edit({ assignment: { ...assignment, ...next } });
  return (
    <section class="settings-group" id="assignment" aria-labelledby="group-assignment">
      <h2 id="group-assignment">Who gets tickets that wait</h2>
      <RadioOptions
        legend="Give them to"
        name="assignment-rule"
        choices={rules}
        chosen={assignment.rule}
        onChange={(next) => change({ rule: next })}
      />
      {assignment.rule === "nobody" ? null : <Limits assignment={assignment} onChange={change} />}
    </section>
  );
}

/** Who is given tickets, how many, and when they go to somebody else. */
function Limits({ assignment, onChange }: { assignment: Assignment; onChange: (next: Partial<Assignment>) => void }) {
  const { limit, back_minutes: back } = assignment;
  return (
    <>
      <p class="muted">
        Only people who have the console open, are not set to away and have the role agent or higher are given tickets.
        The visitor is told of a person when that person takes the ticket or answers.
      </p>
      <NumberField
        label="Most open tickets of a person"
        hint="Whoever has this many is given no more. Snoozed tickets do not count."
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
            <strong>Take tickets back from who leaves</strong>
            <small>
              When somebody closes the console or is away, tickets that were given to them and that they have not taken
              or answered go to somebody else.
            </small>
          </span>
        </label>
      </div>
      {back === null ? null : (
        <NumberField
          label="After so many minutes"
          hint="Counted from when they left, or from when they were given the ticket."
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
  return <ParsedField {...field} format={String} parse={parse} problem={`Write a whole number from 1 to ${max}.`} />;
}
