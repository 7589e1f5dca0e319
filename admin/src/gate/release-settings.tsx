import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Settings } from "../../../protocol/admin.ts";
import type { ReleaseView, ReleaseSettings as Wanted } from "../../../protocol/releases.ts";
import { errorSentence } from "../api-error.ts";
import { useWorkspace } from "../app-context.ts";
import { Spinner } from "../components/states.tsx";
import { releasesStoreOf } from "./releases-store.ts";

type Published = Pick<Settings, "guidance" | "tone" | "threshold">;

/** What of the settings is tried; empty fields stay as they are published. */
export function ReleaseSettings({ release }: { release: ReleaseView }) {
  const { may } = useWorkspace();
  const isOpen = release.state === "open" && may("manager");
  return (
    <section class="release-part" aria-labelledby="release-settings">
      <div class="release-part-head">
        <h2 id="release-settings">Settings</h2>
      </div>
      {isOpen ? <SettingsForm release={release} /> : <Changes release={release} />}
    </section>
  );
}

const names = { guidance: "Guidance", tone: "Tone", threshold: "Threshold", models: "Models" } as const;

function Changes({ release: { settings, base } }: { release: ReleaseView }) {
  const changed = Object.keys(settings) as (keyof typeof names)[]; // of its schema
  if (changed.length === 0) return <p class="muted">No setting changes with it.</p>;
  return (
    <dl class="release-changes">
      {changed.map((name) => (
        <div key={name}>
          <dt>{names[name]}</dt>
          <dd>
            <del>{textOf(base[name])}</del> <ins>{textOf(settings[name])}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function textOf(value: unknown): string {
  if (typeof value === "number") return value.toFixed(2);
  if (typeof value === "string") return value === "" ? "nothing" : value;
  return JSON.stringify(value ?? {});
}

function SettingsForm({ release }: { release: ReleaseView }) {
  const { api, toasts } = useWorkspace();
  const releases = releasesStoreOf(api);
  const published = usePublished();
  const { settings } = release;
  const tone = useSignal(settings.tone ?? "");
  const guidance = useSignal(settings.guidance ?? "");
  const threshold = useSignal(settings.threshold === undefined ? "" : String(settings.threshold));
  const save = async (event: Event) => {
    event.preventDefault();
    const wanted: Wanted = {
      ...(tone.value.trim() === "" ? {} : { tone: tone.value }),
      ...(guidance.value.trim() === "" ? {} : { guidance: guidance.value }),
      ...(threshold.value.trim() === "" ? {} : { threshold: Number(threshold.value) }),
      ...(settings.models ? { models: settings.models } : {}),
    };
    const problem = await releases.change({ settings: wanted });
    if (problem) toasts.fail(problem);
    else {
      toasts.show("Settings put into the release");
      void releases.readVoided();
    }
  };
  return (
    <form class="stack" onSubmit={save}>
      <SettingsFields tone={tone} guidance={guidance} threshold={threshold} now={published.value} />
      {settings.models ? <p class="muted">Models: {JSON.stringify(settings.models)}</p> : null}
      <div>
        <button type="submit" class="btn small" aria-disabled={releases.busy.value}>
          {releases.busy.value ? <Spinner /> : null} Put into the release
        </button>
      </div>
    </form>
  );
}

interface FieldsProps {
  tone: Signal<string>;
  guidance: Signal<string>;
  threshold: Signal<string>;
  now: Published | null;
}

function SettingsFields({ tone, guidance, threshold, now }: FieldsProps) {
  return (
    <>
      <label class="field">
        <span>Tone</span>
        <input
          class="input"
          maxLength={500}
          placeholder={now?.tone || "As it is"}
          value={tone.value}
          onInput={(event) => (tone.value = event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>Guidance</span>
        <textarea
          class="input"
          rows={3}
          maxLength={4_000}
          placeholder={now?.guidance || "As it is"}
          value={guidance.value}
          onInput={(event) => (guidance.value = event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>Threshold</span>
        <input
          class="input release-number"
          type="number"
          min={0}
          max={1}
          step={0.01}
          placeholder={now ? now.threshold.toFixed(2) : ""}
          value={threshold.value}
          onInput={(event) => (threshold.value = event.currentTarget.value)}
        />
        <small>Empty fields stay as they are published. An admin publishes settings.</small>
      </label>
    </>
  );
}

/** What the settings are now, as a hint in empty fields. */
function usePublished() {
  const { api, toasts } = useWorkspace();
  const published = useSignal<Published | null>(null);
  useEffect(() => {
    api.admin<Settings>("/settings").then(
      (settings) => (published.value = settings),
      (cause: unknown) => toasts.fail(errorSentence(cause)),
    );
  }, []);
  return published;
}
