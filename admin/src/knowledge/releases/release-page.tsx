import { useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useRoute } from "preact-iso";
import type { ReleaseView, ReleaseSettings as Wanted } from "../../../../protocol/releases.ts";
import { plainLine } from "../../../../ui/markdown/plain-text.ts";
import { useWorkspace } from "../../app-context.ts";
import { modelName, modelTasks } from "../../assistant/models.ts";
import { Icon } from "../../ui/icon.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { fullTime } from "../../ui/time.ts";
import { ReleaseActions } from "./release-actions.tsx";
import { ReleaseDocuments } from "./release-documents.tsx";
import { stateWords } from "./release-words.ts";
import { releasesStoreOf } from "./releases-store.ts";
import { ResultList } from "./result-list.tsx";
import { RunPanel } from "./run-panel.tsx";
import { SettingsForm } from "./settings-form.tsx";

/** One release: contents, test results and actions. */
export function ReleasePage() {
  const { api, release: news } = useWorkspace();
  const releases = releasesStoreOf(api);
  const { params } = useRoute();
  const id = params["id"] ?? "";
  useEffect(() => releases.open(id), [id]);
  useSignalEffect(() => {
    const told = news.value;
    if (told) releases.heard(told.id);
  });
  return (
    <div class="sheet-page">
      <a class="crumb" href="/console/releases">
        <Icon name="back" /> Releases
      </a>
      <LoadedPart state={releases.release.state.value} name="The release" onRetry={() => void releases.look()}>
        {(release) => <Release release={release} />}
      </LoadedPart>
    </div>
  );
}

function Release({ release }: { release: ReleaseView }) {
  const { api } = useWorkspace();
  const releases = releasesStoreOf(api);
  const run = releases.run.state.value;
  const isOpen = release.state === "open";
  return (
    <>
      <header class="page-head">
        <div>
          <h1 dir="auto">{release.name}</h1>
          <p class="line-facts">
            <span class={`chip release-${release.state}`}>{stateWords[release.state]}</span>
            <span>
              created by {release.begun_by}, {fullTime(release.created_at)}
            </span>
            {release.ended_at ? (
              <span>
                {stateWords[release.state].toLowerCase()} by {release.ended_by}, {fullTime(release.ended_at)}
              </span>
            ) : null}
          </p>
        </div>
        <ReleaseActions release={release} run={run.type === "ready" ? run.value : null} />
      </header>
      {isOpen && release.is_outdated ? (
        <p class="release-note" role="status">
          <Icon name="warning" /> Someone else has changed one of its documents or settings. Test it again before you
          publish.
        </p>
      ) : null}
      <div class="release-columns">
        <ReleaseDocuments release={release} />
        <ReleaseSettings key={release.revision} release={release} />
      </div>
      <LoadedPart state={run} name="The trial" onRetry={() => void releases.look()}>
        {(tried) => (
          <>
            <RunPanel release={release} run={tried} />
            {tried && tried.done > 0 ? <ResultList run={tried} /> : null}
          </>
        )}
      </LoadedPart>
      {isOpen ? <VoidedList /> : null}
    </>
  );
}

/** Cached answers that the publication invalidates: the assistant answers those questions anew. */
function VoidedList() {
  const { api } = useWorkspace();
  const releases = releasesStoreOf(api);
  return (
    <section class="release-part" aria-labelledby="release-cached">
      <h2 id="release-cached">Cached answers</h2>
      <LoadedPart
        state={releases.voided.state.value}
        name="The cached answers"
        onRetry={() => void releases.readVoided()}
      >
        {({ count, items }) => (
          <>
            <p class="muted">
              {count === 0
                ? "No cached answer is affected."
                : `${count === 1 ? "One cached answer" : `${count} cached answers`} will be removed when you publish, and these questions answered again.`}
            </p>
            <ul class="voided">
              {items.map(({ question, answer, hits, because }) => (
                <li key={question}>
                  <details>
                    <summary dir="auto">{plainLine(question)}</summary>
                    <MarkdownView text={answer} />
                    <p class="muted">
                      served {hits === 1 ? "once" : `${hits} times`} from the cache ·{" "}
                      {because === "document" ? "uses a changed document" : "made with other settings"}
                    </p>
                  </details>
                </li>
              ))}
            </ul>
          </>
        )}
      </LoadedPart>
    </section>
  );
}

/** Settings that the release tests; others stay as published. */
function ReleaseSettings({ release }: { release: ReleaseView }) {
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

/** Changed settings as text. */
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
