import type { Settings } from "../../../protocol/admin.ts";
import { useWorkspace } from "../app-context.ts";
import { TextField } from "../ui/fields.tsx";
import { contrast, isHexColor } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";

const maxStarters = 6;
/** WCAG AA for text of normal size. */
const readableContrast = 4.5;

export function WidgetSettings({ edited }: { edited: Settings }) {
  const { settings } = useWorkspace();
  const problems = settings.problems.value;
  return (
    <div class="settings-group">
      <TextField
        label="Company name"
        value={edited.name}
        max={100}
        hint="Visitors see it in the chat and in e-mails. It is also the name of this workspace."
        problem={problems.name}
        onChange={(name) => settings.edit({ name })}
      />
      <TextField
        label="Greeting"
        value={edited.greeting}
        max={500}
        rows={2}
        problem={problems.greeting}
        onChange={(greeting) => settings.edit({ greeting })}
      />
      <StarterFields starters={edited.starters} problem={problems.starters} />
      <AccentField theme={edited.theme} problem={problems.accent} />
      <AppearanceFields theme={edited.theme} />
    </div>
  );
}

function AppearanceFields({ theme }: { theme: Settings["theme"] }) {
  const { settings } = useWorkspace();
  return (
    <div class="field-row">
      <label class="field">
        <span>Colours</span>
        <select
          class="input"
          value={theme.mode}
          onChange={(event) => settings.editTheme({ mode: event.currentTarget.value as Settings["theme"]["mode"] })}
        >
          <option value="auto">Match system</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
      <label class="field">
        <span>Corner</span>
        <select
          class="input"
          value={theme.position}
          onChange={(event) =>
            settings.editTheme({ position: event.currentTarget.value as Settings["theme"]["position"] })
          }
        >
          <option value="right">Right</option>
          <option value="left">Left</option>
        </select>
      </label>
    </div>
  );
}

function AccentField({ theme, problem }: { theme: Settings["theme"]; problem?: string }) {
  const { settings } = useWorkspace();
  const valid = isHexColor(theme.accent);
  const ratio = valid && isHexColor(theme.accent_text) ? contrast(theme.accent, theme.accent_text) : null;
  return (
    <div class="field">
      <label for="accent-text">Accent colour</label>
      <div class="accent">
        <input
          type="color"
          class="accent-well"
          aria-label="Pick the accent colour"
          value={valid ? theme.accent.toLowerCase() : "#000000"}
          onInput={(event) => settings.editTheme({ accent: event.currentTarget.value })}
        />
        <input
          id="accent-text"
          class="input accent-text"
          value={theme.accent}
          spellcheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby="accent-note"
          onInput={(event) => settings.editTheme({ accent: event.currentTarget.value.trim() })}
        />
      </div>
      <small id="accent-note" class={problem || (ratio !== null && ratio < readableContrast) ? "field-problem" : ""}>
        {problem ??
          (ratio === null
            ? ""
            : `Text contrast ${ratio.toFixed(1)} : 1${ratio < readableContrast ? ", poor" : ", good"}`)}
      </small>
    </div>
  );
}

function StarterFields({ starters, problem }: { starters: readonly string[]; problem?: string }) {
  const { settings } = useWorkspace();
  const set = (next: string[]) => settings.edit({ starters: next });
  return (
    <fieldset class="field starters">
      <legend>Starter questions</legend>
      {starters.map((starter, index) => (
        <div class="starter" key={index}>
          <input
            class="input"
            aria-label={`Starter question ${index + 1}`}
            value={starter}
            maxLength={120}
            onInput={(event) => set(starters.with(index, event.currentTarget.value))}
          />
          <button
            type="button"
            class="icon-btn"
            aria-label={`Remove starter question ${index + 1}`}
            onClick={() => set(starters.filter((_, at) => at !== index))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {problem ? <small class="field-problem">{problem}</small> : null}
      {starters.length < maxStarters ? (
        <button type="button" class="btn ghost small" onClick={() => set([...starters, ""])}>
          <Icon name="plus" /> Add question
        </button>
      ) : null}
    </fieldset>
  );
}
