import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { ReleaseListResponse, ReleaseState } from "../../../../protocol/releases.ts";
import { useWorkspace } from "../../app-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { Notice } from "../../ui/states.tsx";
import { LibraryTabs } from "../library-tabs.tsx";
import { BeginRelease } from "./begin-release.tsx";
import { ReleaseRow } from "./release-row.tsx";
import { GateTabs } from "./release-tabs.tsx";
import { stateWords } from "./release-words.ts";
import { releasesStoreOf } from "./releases-store.ts";

const states = ["open", "published", "rolled_back", "discarded"] as const satisfies readonly ReleaseState[];

const emptyTexts: Record<ReleaseState, string> = {
  open: "Add a document with “Try before publishing”, or start with settings. Nothing goes live until you publish.",
  published: "Published releases will appear here. You can roll them back.",
  rolled_back: "No releases rolled back.",
  discarded: "No releases discarded.",
};

/** Changes that are tried before visitors meet them. */
export function ReleasesPage() {
  const { api, may } = useWorkspace();
  const { query, route } = useLocation();
  const releases = releasesStoreOf(api);
  const beginning = useSignal(false);
  const state = states.find((known) => known === query["state"]) ?? "open";
  const load = () => void releases.show(state);
  useEffect(() => {
    releases.page.reset();
    load();
  }, [state]);
  return (
    <div class="sheet-page">
      <header class="page-head">
        <div>
          <h1>Library</h1>
          <p class="muted">Test new documents and settings before they go live.</p>
        </div>
        {may("manager") ? (
          <button type="button" class="btn primary" onClick={() => (beginning.value = true)}>
            <Icon name="plus" /> New release
          </button>
        ) : null}
      </header>
      <LibraryTabs current="releases" />
      <GateTabs current="releases" />
      <StateChoice
        state={state}
        onChange={(next) => route(`/console/releases${next === "open" ? "" : `?state=${next}`}`)}
      />
      <LoadedPart state={releases.page.state.value} name="The releases" onRetry={load}>
        {(page) => <Releases page={page} state={state} />}
      </LoadedPart>
      <Dialog open={beginning.value} label="New release" class="dialog-small" onClose={() => (beginning.value = false)}>
        <BeginRelease onClose={() => (beginning.value = false)} onBegun={(id) => route(`/console/releases/${id}`)} />
      </Dialog>
    </div>
  );
}

function StateChoice({ state, onChange }: { state: ReleaseState; onChange: (state: ReleaseState) => void }) {
  return (
    <div class="filters">
      <fieldset class="segmented">
        <legend class="visually-hidden">State</legend>
        {states.map((choice) => (
          <label key={choice}>
            <input type="radio" name="release-state" checked={choice === state} onChange={() => onChange(choice)} />
            <span>{stateWords[choice]}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}

function Releases({ page, state }: { page: ReleaseListResponse; state: ReleaseState }) {
  const { api, toasts } = useWorkspace();
  const more = async () => {
    const problem = await releasesStoreOf(api).more(state);
    if (problem) toasts.fail(problem);
  };
  if (page.items.length === 0) return <Notice title="No releases here" text={emptyTexts[state]} />;
  return (
    <>
      <ul class="lines releases">
        {page.items.map((release) => (
          <ReleaseRow key={release.id} release={release} />
        ))}
      </ul>
      {page.next_cursor ? (
        <button type="button" class="btn" onClick={() => void more()}>
          Show more
        </button>
      ) : null}
    </>
  );
}
