import type { AlertSettings } from "../../../protocol/alerts.ts";
import { useWorkspace } from "../app-context.ts";
import { TextField } from "./text-field.tsx";

const newTeaser = { after_seconds: 15, pages: [] };

/** How the chat makes itself noticed. */
export function NoticeSettings({ alerts }: { alerts: AlertSettings }) {
  const { settings } = useWorkspace();
  const edit = (change: Partial<AlertSettings>) => settings.edit({ alerts: { ...alerts, ...change } });
  const { teaser } = alerts;
  return (
    <section class="settings-group" aria-labelledby="group-alerts">
      <h2 id="group-alerts">Being noticed</h2>
      <fieldset class="field">
        <legend>When a reply comes and the chat is closed</legend>
        <Option
          title="Show its beginning beside the launcher"
          note="Two lines, once for each reply, until it is opened or closed. The number on the launcher is always there."
          checked={alerts.preview}
          onChange={(preview) => edit({ preview })}
        />
        <Option
          title="Offer a soft tone"
          note="Visitors switch it on in the menu of the chat; without that nothing is heard."
          checked={alerts.sound}
          onChange={(sound) => edit({ sound })}
        />
      </fieldset>
      <MailField minutes={alerts.mail_minutes} onChange={(minutes) => edit({ mail_minutes: minutes })} />
      <TextField
        label="Invitation"
        hint="One line beside the launcher, shown once to a visitor who has not chatted yet. Empty: none. Pages need a second script tag for it: see the guide."
        value={teaser?.text ?? ""}
        max={120}
        onChange={(text) => edit({ teaser: text === "" ? null : { ...newTeaser, ...teaser, text } })}
      />
      {teaser ? <TeaserRule teaser={teaser} onChange={(next) => edit({ teaser: next })} /> : null}
    </section>
  );
}

const mailChoices: readonly number[] = [0, 2, 5, 15, 60];

/** When an answer goes after a visitor who has left. */
function MailField({
  minutes: chosen,
  onChange,
}: {
  minutes: number | null;
  onChange: (minutes: number | null) => void;
}) {
  // What the API has set stays a choice.
  const choices = [...new Set([...mailChoices, ...(chosen === null ? [] : [chosen])])].sort((a, b) => a - b);
  return (
    <label class="field">
      <span>Answers of people that were not read go out by mail</span>
      <select
        class="input"
        value={chosen ?? "never"}
        onChange={({ currentTarget: { value } }) => onChange(value === "never" ? null : Number(value))}
      >
        {choices.map((minutes) => (
          <option key={minutes} value={minutes}>
            {minutes === 0 ? "at once" : minutes === 1 ? "after a minute" : `after ${minutes} minutes`}
          </option>
        ))}
        <option value="never">never</option>
      </select>
      <small>
        To visitors whose address is known, where this installation has a mail server. They can reply to it.
      </small>
    </label>
  );
}

type Teaser = NonNullable<AlertSettings["teaser"]>;

function TeaserRule({ teaser, onChange }: { teaser: Teaser; onChange: (teaser: Teaser) => void }) {
  return (
    <div class="field-row">
      <label class="field">
        <span>Seconds on the page</span>
        <input
          class="input"
          type="number"
          min={0}
          max={3_600}
          required
          value={teaser.after_seconds}
          onInput={({ currentTarget: { valueAsNumber: seconds } }) =>
            onChange({ ...teaser, after_seconds: Number.isInteger(seconds) ? seconds : 0 })
          }
        />
      </label>
      <label class="field">
        <span>Pages</span>
        <input
          class="input"
          placeholder="All, or /pricing /docs/*"
          pattern="\s*([\/*][^\s?#]*\s*)*"
          title="Paths such as /pricing or /docs/*, with spaces between them"
          defaultValue={teaser.pages.join(" ")}
          onInput={({ currentTarget: { value } }) => onChange({ ...teaser, pages: value.split(/\s+/).filter(Boolean) })}
        />
      </label>
    </div>
  );
}

interface OptionProps {
  title: string;
  note: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Option({ title, note, checked, onChange }: OptionProps) {
  return (
    <label class="option">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        <strong>{title}</strong>
        <small>{note}</small>
      </span>
    </label>
  );
}
