import { useSignal } from "@preact/signals";
import type { ReleaseRunView } from "../../../../protocol/release-runs.ts";
import type { ReleaseView } from "../../../../protocol/releases.ts";
import { useWorkspace } from "../../app-context.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { contentsOf } from "./release-words.ts";
import { releasesStoreOf } from "./releases-store.ts";

type Asked = "publish" | "discard" | "roll-back";

/** Actions on a release; each asks for confirmation. */
export function ReleaseActions({ release, run }: { release: ReleaseView; run: ReleaseRunView | null }) {
  const { may } = useWorkspace();
  const asked = useSignal<Asked | null>(null);
  const hasSettings = Object.keys(release.settings).length > 0;
  if (!may("manager") || (hasSettings && !may("admin") && release.state === "published")) return null;
  const isTried = run?.state === "done" && !run.is_outdated;
  const mayPublish = release.is_ready && (may("admin") || (isTried && !hasSettings));
  const close = () => (asked.value = null);
  return (
    <div class="line-verbs">
      {release.state === "open" ? (
        <>
          <button type="button" class="btn" onClick={() => (asked.value = "discard")}>
            Discard
          </button>
          <button
            type="button"
            class={`btn ${isTried ? "primary" : ""}`}
            aria-disabled={!mayPublish}
            aria-describedby="release-why-not"
            onClick={() => {
              if (mayPublish) asked.value = "publish";
            }}
          >
            Publish
          </button>
          <span id="release-why-not" class="muted">
            {mayPublish ? "" : whyNot({ release, isTried, hasSettings })}
          </span>
        </>
      ) : null}
      {release.state === "published" ? (
        <button type="button" class="btn" onClick={() => (asked.value = "roll-back")}>
          Roll back
        </button>
      ) : null}
      <Dialog open={asked.value !== null} label={titles[asked.value ?? "publish"]} class="dialog-small" onClose={close}>
        {asked.value ? (
          <Question asked={asked.value} release={release} run={run} isTried={isTried} onClose={close} />
        ) : null}
      </Dialog>
    </div>
  );
}

const titles: Record<Asked, string> = {
  publish: "Publish this release",
  discard: "Discard this release",
  "roll-back": "Roll this release back",
};
const verbs: Record<Asked, string> = { publish: "Publish", discard: "Discard", "roll-back": "Roll back" };
const done: Record<Asked, string> = {
  publish: "Published the release. Visitors now get answers from it",
  discard: "Discarded the release",
  "roll-back": "Rolled back the release",
};

function whyNot({
  release,
  isTried,
  hasSettings,
}: {
  release: ReleaseView;
  isTried: boolean;
  hasSettings: boolean;
}): string {
  if (!release.is_ready) return "It is empty, or a document is still being read.";
  if (hasSettings) return "Only admins can publish settings.";
  return isTried ? "" : "Test it first, or ask an admin to publish it.";
}

interface QuestionProps {
  asked: Asked;
  release: ReleaseView;
  run: ReleaseRunView | null;
  isTried: boolean;
  onClose: () => void;
}

function Question({ asked, release, run, isTried, onClose }: QuestionProps) {
  const { api, toasts } = useWorkspace();
  const releases = releasesStoreOf(api);
  const error = useSignal("");
  const yes = async () => {
    const ways: Record<Asked, () => Promise<string | null>> = {
      publish: () => releases.publish(release.revision, !isTried),
      discard: releases.discard,
      "roll-back": releases.rollBack,
    };
    const problem = await ways[asked]();
    if (problem) {
      error.value = problem;
      return;
    }
    toasts.show(done[asked]);
    onClose();
  };
  return (
    <ConfirmDialog
      title={titles[asked]}
      verb={verbs[asked]}
      isDanger={asked !== "publish" || !isTried || (run?.verdicts.worse ?? 0) > 0}
      busy={releases.busy.value}
      error={error.value}
      onYes={yes}
      onClose={onClose}
    >
      {asked === "publish" ? <BeforePublishing release={release} run={run} isTried={isTried} /> : null}
      {asked === "discard" ? <p>Its drafts are deleted. Published content stays as it is.</p> : null}
      {asked === "roll-back" ? (
        <p>
          All documents and settings go back to what they were before. Documents added by this release are removed from
          search.
        </p>
      ) : null}
    </ConfirmDialog>
  );
}

function BeforePublishing({ release, run, isTried }: Pick<QuestionProps, "release" | "run" | "isTried">) {
  const worse = run?.verdicts.worse ?? 0;
  return (
    <>
      <p>{contentsOf(release)} will go live immediately. You can roll it back in one step.</p>
      {isTried ? null : <p class="release-failing">The current state has not been tested.</p>}
      {isTried && worse > 0 ? (
        <p class="release-failing">{worse === 1 ? "One question is" : `${worse} questions are`} answered worse.</p>
      ) : null}
    </>
  );
}
