import { useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useRoute } from "preact-iso";
import type { ReleaseView } from "../../../../protocol/releases.ts";
import { useWorkspace } from "../../app-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { fullTime } from "../../ui/time.ts";
import { ReleaseActions } from "./release-actions.tsx";
import { ReleaseDocuments } from "./release-documents.tsx";
import { ReleaseSettings } from "./release-settings.tsx";
import { stateWords } from "./release-words.ts";
import { releasesStoreOf } from "./releases-store.ts";
import { ResultList } from "./result-list.tsx";
import { RunPanel } from "./run-panel.tsx";
import { VoidedList } from "./voided-list.tsx";

/** One release: what it holds, what came of trying it, and what becomes of it. */
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
