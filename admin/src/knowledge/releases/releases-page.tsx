import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { ReleaseListResponse, ReleaseState, ReleaseView } from "../../../../protocol/releases.ts";
import { useWorkspace } from "../../app-context.ts";
import { DialogFoot } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormError } from "../../ui/dialog-head.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { Notice } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { fullTime } from "../../ui/time.ts";
import { LibraryTabs } from "../library-tabs.tsx";
import { contentsOf, releaseTabs, stateWords } from "./release-words.ts";
import { releasesStoreOf } from "./releases-store.ts";

const states = ["open", "published", "rolled_back", "discarded"] as const satisfies readonly ReleaseState[];

const emptyTexts: Record<ReleaseState, string> = {
  open: "Add a document with “Try before publishing”, or start with settings. Nothing goes live until you publish.",
  published: "Published releases will appear here. You can roll them back.",
  rolled_back: "No releases rolled back.",
  discarded: "No releases discarded.",
};

/** Changes that are tested before visitors see them. */
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
          <h1>Releases</h1>
          <p class="muted">Test new documents and settings before they go live.</p>
        </div>
        {may("manager") ? (
          <button type="button" class="btn primary" onClick={() => (beginning.value = true)}>
            <Icon name="plus" /> New release
          </button>
        ) : null}
      </header>
      <LibraryTabs />
      <Tabs label="Releases" look="gate-tabs" tabs={releaseTabs} />
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

function ReleaseRow({ release }: { release: ReleaseView }) {
  const isReading = release.documents.some(({ state }) => state === "reading");
  const hasFailed = release.documents.some(({ state }) => state === "failed");
  return (
    <li class="release">
      <p class="line-name" dir="auto">
        <a href={`/console/releases/${release.id}`}>{release.name}</a>
      </p>
      <p class="line-facts">
        <span>{contentsOf(release)}</span>
        {isReading ? <span class="chip">reading</span> : null}
        {hasFailed ? <span class="chip chip-doc-failed">not readable</span> : null}
        {release.is_outdated ? <span class="chip chip-doc-failed">outdated</span> : null}
        <span>
          {release.ended_at
            ? `${stateWords[release.state]} by ${release.ended_by}, ${fullTime(release.ended_at)}`
            : `${release.begun_by}, ${fullTime(release.created_at)}`}
        </span>
      </p>
    </li>
  );
}

/** Asks for a name; the user adds documents and settings on the release's page. */
function BeginRelease({ onClose, onBegun }: { onClose: () => void; onBegun: (id: string) => void }) {
  const { api } = useWorkspace();
  const name = useSignal("");
  const error = useSignal("");
  const busy = useSignal(false);
  const begin = async (event: Event) => {
    event.preventDefault();
    if (busy.value) return;
    if (name.value.trim() === "") {
      error.value = "Enter a name.";
      return;
    }
    busy.value = true;
    const begun = await releasesStoreOf(api).begin(name.value.trim());
    busy.value = false;
    if ("problem" in begun) error.value = begun.problem;
    else {
      onClose();
      onBegun(begun.id);
    }
  };
  return (
    <form onSubmit={begin}>
      <div class="dialog-head">
        <h2>New release</h2>
      </div>
      <div class="dialog-body stack">
        <label class="field">
          <span>Name</span>
          <input
            class="input"
            maxLength={120}
            autofocus
            autocomplete="off"
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
          <small>For example “Return policy 2027”.</small>
        </label>
        <FormError text={error.value} />
      </div>
      <DialogFoot verb="Create" busy={busy.value} onClose={onClose} />
    </form>
  );
}
