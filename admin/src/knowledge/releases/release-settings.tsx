import type { ReleaseView, ReleaseSettings as Wanted } from "../../../../protocol/releases.ts";
import { useWorkspace } from "../../app-context.ts";
import { modelName, modelTasks } from "../../assistant/model-tasks.ts";
import { SettingsForm } from "./settings-form.tsx";

/** What of the settings is tried; what nobody changes stays as it is published. */
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

function Changes({ release: { settings, base } }: { release: ReleaseView }) {
  const changes = changesOf(settings, base);
  if (changes.length === 0) return <p class="muted">No settings yet.</p>;
  return (
    <dl class="release-changes">
      {changes.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <del>{before}</del> <ins>{after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Change {
  name: string;
  before: string;
  after: string;
}

/** Setting by setting, in words. */
function changesOf(settings: Wanted, base: Wanted): Change[] {
  const { tone, guidance, threshold, models } = settings;
  const words = (name: string, before: string | undefined, after: string) => ({
    name,
    before: before || "nothing",
    after: after || "nothing",
  });
  return [
    ...(tone === undefined ? [] : [words("Tone", base.tone, tone)]),
    ...(guidance === undefined ? [] : [words("Guidance", base.guidance, guidance)]),
    ...(threshold === undefined ? [] : [words("Threshold", base.threshold?.toFixed(2), threshold.toFixed(2))]),
    ...modelTasks.flatMap(({ task, label }) => {
      const after = models?.[task];
      return after === undefined ? [] : [words(label, modelText(base.models?.[task]), modelText(after))];
    }),
  ];
}

function modelText(choice: NonNullable<Wanted["models"]>["generate"]): string {
  return choice ? modelName(choice) : "Default";
}
