import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Settings } from "../../../../protocol/admin.ts";
import type { ModelChoices } from "../../../../protocol/admin-usage.ts";
import type { ReleaseView, ReleaseSettings as Wanted } from "../../../../protocol/releases.ts";
import { modelRoutes, settingsRoutes } from "../../../../protocol/routes/settings.ts";
import { useWorkspace } from "../../app-context.ts";
import { ModelChoice } from "../../assistant/model-choice.tsx";
import { modelName, modelTasks } from "../../assistant/models.ts";
import { LoadedPart, useAsked } from "../../ui/loaded-part.tsx";
import { Spinner } from "../../ui/states.tsx";
import { releasesStoreOf } from "./releases-store.ts";

interface Published {
  settings: Pick<Settings, "guidance" | "tone" | "threshold" | "models">;
  choices: ModelChoices;
}

/** Form for the settings that the release changes. */
export function SettingsForm({ release }: { release: ReleaseView }) {
  const { api } = useWorkspace();
  const published = useAsked<Published>("published", async (signal) => {
    const [settings, choices] = await Promise.all([
      api.call(settingsRoutes.readSettings, {}, { signal }),
      api.call(modelRoutes.readModelChoices, {}, { signal }),
    ]);
    return { settings, choices };
  });
  return (
    <LoadedPart state={published.state.value} name="What is published" onRetry={() => void published.again()}>
      {(now) => <Form release={release} now={now} />}
    </LoadedPart>
  );
}

function Form({ release, now }: { release: ReleaseView; now: Published }) {
  const { api, toasts } = useWorkspace();
  const releases = releasesStoreOf(api);
  const { settings: wanted } = release;
  // Undefined: unchanged. Empty: removed.
  const tone = useSignal(wanted.tone);
  const guidance = useSignal(wanted.guidance);
  const threshold = useSignal(wanted.threshold);
  const models = useSignal<NonNullable<Wanted["models"]>>(wanted.models ?? {});
  const save = async (event: Event) => {
    event.preventDefault();
    const problem = await releases.change({ settings: made({ tone, guidance, threshold, models }) });
    if (problem) toasts.fail(problem);
    else {
      toasts.show("Added the settings to the release");
      void releases.readVoided();
    }
  };
  return (
    <form class="stack" onSubmit={save}>
      <TriedSetting label="Tone" value={tone} published={now.settings.tone}>
        {(field) => <input {...field} class="input" dir="auto" maxLength={500} />}
      </TriedSetting>
      <TriedSetting label="Guidance" value={guidance} published={now.settings.guidance}>
        {(field) => <textarea {...field} class="input" dir="auto" rows={4} maxLength={4_000} />}
      </TriedSetting>
      <ThresholdField value={threshold} published={now.settings.threshold} />
      <Models models={models} now={now} />
      <p class="muted">Settings you do not change stay as published. Only admins can publish settings.</p>
      <div>
        <button type="submit" class="btn small" aria-disabled={releases.busy.value}>
          {releases.busy.value ? <Spinner /> : null} Add to release
        </button>
      </div>
    </form>
  );
}

interface Fields {
  tone: Signal<string | undefined>;
  guidance: Signal<string | undefined>;
  threshold: Signal<number | undefined>;
  models: Signal<NonNullable<Wanted["models"]>>;
}

/** Only the changed settings. */
function made({ tone, guidance, threshold, models }: Fields): Wanted {
  return {
    ...(tone.value === undefined ? {} : { tone: tone.value.trim() }),
    ...(guidance.value === undefined ? {} : { guidance: guidance.value.trim() }),
    ...(threshold.value === undefined ? {} : { threshold: threshold.value }),
    ...(Object.keys(models.value).length === 0 ? {} : { models: models.value }),
  };
}

function ThresholdField({ value, published }: { value: Signal<number | undefined>; published: number }) {
  return (
    <div class="tried-setting">
      <label class="check">
        <input
          type="checkbox"
          checked={value.value !== undefined}
          onChange={(event) => (value.value = event.currentTarget.checked ? published : undefined)}
        />
        <span>New threshold</span>
      </label>
      {value.value === undefined ? (
        <p class="tried-published muted">{published.toFixed(2)}</p>
      ) : (
        <input
          class="input release-number"
          type="number"
          aria-label="Threshold"
          min={0}
          max={1}
          step={0.01}
          required
          value={value.value}
          onInput={(event) => {
            const given = event.currentTarget.valueAsNumber;
            if (!Number.isNaN(given)) value.value = given;
          }}
        />
      )}
    </div>
  );
}

/** The model for each task. */
function Models({ models, now: { settings, choices } }: { models: Fields["models"]; now: Published }) {
  return (
    <details class="release-models" open={Object.keys(models.value).length > 0}>
      <summary>Models</summary>
      <div class="stack">
        {modelTasks.map(({ task, label }) => {
          const own = settings.models[task];
          return (
            <ModelChoice
              key={task}
              task={task}
              label={label}
              value={models.value[task]}
              unchanged={`As published: ${modelName(own ?? choices.usual[task])}`}
              installed={own ? modelName(choices.usual[task]) : undefined}
              choices={choices}
              onChange={(choice) => {
                const { [task]: _before, ...others } = models.peek();
                models.value = choice === undefined ? others : { ...others, [task]: choice };
              }}
            />
          );
        })}
      </div>
    </details>
  );
}

interface FieldProps {
  "aria-label": string;
  value: string;
  onInput: (event: { currentTarget: { value: string } }) => void;
}

interface TriedProps {
  label: string;
  /** Undefined: unchanged. Empty: removed. */
  value: Signal<string | undefined>;
  published: string;
  children: (field: FieldProps) => ComponentChildren;
}

/** A text setting that stays as published until the user chooses to change it; an empty text is then a valid change. */
function TriedSetting({ label, value, published, children }: TriedProps) {
  const isChanged = value.value !== undefined;
  return (
    <div class="tried-setting">
      <label class="check">
        <input
          type="checkbox"
          checked={isChanged}
          onChange={(event) => (value.value = event.currentTarget.checked ? published : undefined)}
        />
        <span>Change {label.toLowerCase()}</span>
      </label>
      {isChanged ? (
        children({
          "aria-label": label,
          value: value.value ?? "",
          onInput: (event) => (value.value = event.currentTarget.value),
        })
      ) : (
        <p class="tried-published muted" dir="auto">
          {published || "None"}
        </p>
      )}
      {value.value?.trim() === "" && published !== "" ? <small>This removes the {label.toLowerCase()}.</small> : null}
    </div>
  );
}
