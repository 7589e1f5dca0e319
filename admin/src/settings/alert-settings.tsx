import type { AlertSettings } from "../../../protocol/alerts.ts";
import { useWorkspace } from "../app-context.ts";
import { TextField } from "../ui/fields.tsx";

const newTeaser = { after_seconds: 15, pages: [] };

/** Notifications for visitors: preview, sound, e-mail and invitation. */
export function NoticeSettings({ alerts }: { alerts: AlertSettings }) {
  const { settings } = useWorkspace();
  const edit = (change: Partial<AlertSettings>) => settings.edit({ alerts: { ...alerts, ...change } });
  const { teaser } = alerts;
  return (
    <div class="settings-group">
      <fieldset class="field">
        <legend>When the chat is closed</legend>
        <Option
          title="Preview new replies"
          note="Shows two lines next to the launcher. The unread badge is always shown."
          checked={alerts.preview}
          onChange={(preview) => edit({ preview })}
        />
        <Option
          title="Notification sound"
          note="Off until the visitor turns it on in the chat menu."
          checked={alerts.sound}
          onChange={(sound) => edit({ sound })}
        />
      </fieldset>
      <EmailField minutes={alerts.mail_minutes} onChange={(minutes) => edit({ mail_minutes: minutes })} />
      <TextField
        label="Invitation"
        hint="A short message next to the launcher, shown once to new visitors. Leave empty to turn off. Pages need a second script tag for it: see the guide."
        value={teaser?.text ?? ""}
        max={120}
        onChange={(text) => edit({ teaser: text === "" ? null : { ...newTeaser, ...teaser, text } })}
      />
      {teaser ? <TeaserRule teaser={teaser} onChange={(next) => edit({ teaser: next })} /> : null}
    </div>
  );
}

const emailChoices: readonly number[] = [0, 2, 5, 15, 60];

/** When an answer is sent by e-mail to a visitor who has left. */
function EmailField({
  minutes: chosen,
  onChange,
}: {
  minutes: number | null;
  onChange: (minutes: number | null) => void;
}) {
  // A value that was set through the API remains selectable.
  const choices = [...new Set([...emailChoices, ...(chosen === null ? [] : [chosen])])].sort((a, b) => a - b);
  return (
    <label class="field">
      <span>E-mail unread replies</span>
      <select
        class="input"
        value={chosen ?? "never"}
        onChange={({ currentTarget: { value } }) => onChange(value === "never" ? null : Number(value))}
      >
        {choices.map((minutes) => (
          <option key={minutes} value={minutes}>
            {minutes === 0 ? "immediately" : minutes === 1 ? "after a minute" : `after ${minutes} minutes`}
          </option>
        ))}
        <option value="never">never</option>
      </select>
      <small>Sent if the visitor's address is known and e-mail is set up. Visitors can reply by e-mail.</small>
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
