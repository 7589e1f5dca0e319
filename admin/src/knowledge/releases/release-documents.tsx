import { useSignal } from "@preact/signals";
import type { ReleaseDocument, ReleaseView } from "../../../../protocol/releases.ts";
import { useWorkspace } from "../../app-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { AddDocument } from "../documents/add-document.tsx";
import { releasesStoreOf } from "./releases-store.ts";

/** Documents of a release with their drafts. */
export function ReleaseDocuments({ release }: { release: ReleaseView }) {
  const { api, may } = useWorkspace();
  const adding = useSignal(false);
  const isOpen = release.state === "open" && may("manager");
  const close = () => {
    adding.value = false;
    void releasesStoreOf(api).look();
    void releasesStoreOf(api).readVoided();
  };
  return (
    <section class="release-part" aria-labelledby="release-documents">
      <div class="release-part-head">
        <h2 id="release-documents">Documents</h2>
        {isOpen ? (
          <button type="button" class="btn small" onClick={() => (adding.value = true)}>
            <Icon name="plus" /> Add a document
          </button>
        ) : null}
      </div>
      {release.documents.length === 0 ? (
        <p class="muted">{isOpen ? "No documents yet. Add one to change it with this release." : "No documents."}</p>
      ) : null}
      <ul class="release-documents">
        {release.documents.map((document) => (
          <DocumentRow key={document.document_id} document={document} isOpen={isOpen} />
        ))}
      </ul>
      <Dialog open={adding.value} label="Add a document to the release" onClose={close}>
        {adding.value ? <AddDocument release={release.id} onClose={close} /> : null}
      </Dialog>
    </section>
  );
}

function DocumentRow({ document, isOpen }: { document: ReleaseDocument; isOpen: boolean }) {
  const { api, toasts } = useWorkspace();
  const releases = releasesStoreOf(api);
  const leaveOut = async () => {
    const problem = await releases.leaveOut(document.document_id);
    if (problem) toasts.fail(problem);
    else toasts.show(`Left out “${document.title}”`);
  };
  return (
    <li>
      <div>
        <a href={`/console/library/${document.document_id}`} dir="auto">
          {document.title}
        </a>
        <p class="muted">{factsOf(document)}</p>
        {document.state === "reading" ? (
          <progress class="progress" max={1} value={document.progress} aria-label={`Progress of ${document.title}`} />
        ) : null}
        {document.error ? <p class="form-error">{document.error}</p> : null}
      </div>
      {isOpen ? (
        <button
          type="button"
          class="btn small ghost"
          aria-disabled={releases.busy.value}
          aria-label={`Leave out: ${document.title}`}
          onClick={() => void leaveOut()}
        >
          Leave out
        </button>
      ) : null}
    </li>
  );
}

function factsOf({ version, base_version: base, state, chunks, is_outdated }: ReleaseDocument): string {
  const change = version === null ? "not fetched yet" : base === null ? "new" : `version ${version} replaces ${base}`;
  const facts = [
    change,
    state === "ready" ? `${chunks} passage${chunks === 1 ? "" : "s"}` : state === "failed" ? "" : "reading",
  ];
  return [...facts, is_outdated ? "changed by someone else since" : ""].filter(Boolean).join(" · ");
}
