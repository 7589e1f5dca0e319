import type { Settings } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";

const reopenChoices: readonly number[] = [0, 1, 3, 7, 14, 30, 90, 365];

const quietChoices: readonly number[] = [0, 1, 4, 12, 24, 72, 168];

/** When a conversation ends, and the options afterwards. */
export function EndField({ edited }: { edited: Settings }) {
  const { settings } = useWorkspace();
  const { reopen_days: reopenDays, ask_rating: askRating, quiet_hours: quietHours } = edited;
  // A value that was set through the API or another version remains selectable.
  const choices = withChosen(reopenChoices, reopenDays);
  return (
    <fieldset class="field">
      <legend>After a conversation</legend>
      <label class="option">
        <input
          type="checkbox"
          checked={askRating}
          onChange={(event) => settings.edit({ ask_rating: event.currentTarget.checked })}
        />
        <span>
          <strong>Ask for a rating</strong>
          <small>Five smileys and an optional comment.</small>
        </span>
      </label>
      <QuietField hours={quietHours} />
      <label class="field">
        <span>Reopen window</span>
        <select
          class="input"
          value={reopenDays}
          onChange={(event) => settings.edit({ reopen_days: Number(event.currentTarget.value) })}
        >
          {choices.map((days) => (
            <option key={days} value={days}>
              {days === 0 ? "never" : days === 1 ? "1 day" : `${days} days`}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  );
}

/** When a conversation ends after its visitor has left. */
function QuietField({ hours: chosen }: { hours: number }) {
  const { settings } = useWorkspace();
  return (
    <label class="field">
      <span>End after inactivity</span>
      <select
        class="input"
        value={chosen}
        onChange={(event) => settings.edit({ quiet_hours: Number(event.currentTarget.value) })}
      >
        {withChosen(quietChoices, chosen).map((hours) => (
          <option key={hours} value={hours}>
            {quietLabel(hours)}
          </option>
        ))}
      </select>
      <small>
        Ends conversations that the assistant answered last. Visitors can continue within the reopen window.
      </small>
    </label>
  );
}

function withChosen(choices: readonly number[], chosen: number): number[] {
  return [...new Set([...choices, chosen])].sort((a, b) => a - b);
}

function quietLabel(hours: number): string {
  if (hours === 0) return "never";
  if (hours % 24 === 0) return hours === 24 ? "1 day" : `${hours / 24} days`;
  return hours === 1 ? "1 hour" : `${hours} hours`;
}
