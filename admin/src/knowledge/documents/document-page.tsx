import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import type { DocumentView } from "../../../../protocol/admin-documents.ts";
import { safeLink } from "../../../../ui/links/safe-link.ts";
import { useWorkspace } from "../../app-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { count, percent } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { RefreshCard } from "../sites/refresh-card.tsx";
import { KindPill, SetChip, stepWord } from "./document-chips.tsx";
import { documentStoreOf } from "./document-store.ts";
import { DocumentChunks, DocumentCitations, DocumentText } from "./document-text.tsx";
import { DocumentVersions } from "./document-versions.tsx";
import { DeleteDocument, EditDocument } from "./edit-document.tsx";
import { isWorking } from "./library-store.ts";

const tabs = [
  { name: "text", label: "Text" },
  { name: "chunks", label: "Passages" },
  { name: "versions", label: "Versions" },
  { name: "cited", label: "Cited in" },
] as const;

/** Poll interval for a document in processing, in ms. */
const pollMs = 2_000;

/** One document: extracted text, passages, versions and citations. */
export function DocumentPage() {
  const { api, sets } = useWorkspace();
  const store = documentStoreOf(api);
  const { params } = useRoute();
  const id = params["id"] ?? "";
  const open = () => void store.open(id);
  useEffect(open, [id]);
  useEffect(() => void sets.load(), [sets]);
  const state = store.document.state.value;
  const atWork = state.type === "ready" && isWorking(state.value);
  useEffect(() => {
    if (!atWork) return;
    const timer = setInterval(open, pollMs);
    return () => clearInterval(timer);
  }, [atWork, id]);
  return (
    <div class="sheet-page">
      <a class="crumb" href="/console/library">
        <Icon name="back" /> Library
      </a>
      <LoadedPart state={state} name="The document" onRetry={open}>
        {(document) => <Document document={document} />}
      </LoadedPart>
    </div>
  );
}

function Document({ document }: { document: DocumentView }) {
  const { query } = useLocation();
  const tab = tabs.find(({ name }) => name === query["tab"])?.name ?? "text";
  return (
    <>
      <Head document={document} />
      <Facts document={document} />
      {document.draft ? <DraftNote document={document} /> : null}
      {document.refresh ? <RefreshCard refresh={document.refresh} hasText={document.served_version !== null} /> : null}
      <nav class="tabs" aria-label="Parts of the document">
        {tabs.map(({ name, label }) => (
          <a
            key={name}
            href={`/console/library/${document.id}${name === "text" ? "" : `?tab=${name}`}`}
            aria-current={name === tab ? "page" : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {tab === "text" ? <DocumentText document={document} /> : null}
      {tab === "chunks" ? <DocumentChunks document={document} /> : null}
      {tab === "versions" ? <DocumentVersions document={document} /> : null}
      {tab === "cited" ? <DocumentCitations document={document} /> : null}
    </>
  );
}

/** A version waits to be published. */
function DraftNote({ document: { draft, served_version: served } }: { document: DocumentView }) {
  return (
    <p class="release-note">
      {served === null ? "Not live yet: it is" : "Its next version is"} in a release.{" "}
      <a href={`/console/releases/${draft?.release_id}`}>Open the release</a>
    </p>
  );
}

function Head({ document }: { document: DocumentView }) {
  const { api, toasts, may } = useWorkspace();
  const store = documentStoreOf(api);
  const { route } = useLocation();
  const asking = useSignal<"edit" | "delete" | null>(null);
  const close = () => (asking.value = null);
  const reindex = async () => {
    const problem = await store.reindex();
    if (problem) toasts.fail(problem);
    else toasts.show("Started to index the document again. The old version stays live");
  };
  return (
    <header class="page-head">
      <div>
        <h1 dir="auto">{document.title}</h1>
        <p class="muted doc-source" dir="auto">
          {document.source}
        </p>
      </div>
      {may("manager") ? (
        <div class="head-actions">
          <button type="button" class="btn" onClick={() => (asking.value = "edit")}>
            Edit
          </button>
          <button type="button" class="btn" onClick={() => void reindex()}>
            {document.status === "failed" ? "Try again" : "Re-index"}
          </button>
          <button type="button" class="icon-btn" aria-label="Delete document" onClick={() => (asking.value = "delete")}>
            <Icon name="trash" />
          </button>
        </div>
      ) : null}
      <Dialog open={asking.value === "edit"} label="Edit document" onClose={close}>
        <EditDocument document={document} onClose={close} />
      </Dialog>
      <Dialog open={asking.value === "delete"} label="Delete document" class="dialog-small" onClose={close}>
        <DeleteDocument document={document} onClose={close} onDeleted={() => route("/console/library", true)} />
      </Dialog>
    </header>
  );
}

function Facts({ document }: { document: DocumentView }) {
  const href = safeLink(document.url);
  const isPublic = document.audience === "public";
  return (
    <section class="doc-facts" aria-label="Facts">
      <p class="doc-chips">
        <span class={`chip chip-doc-${document.status}`}>{stepWord(document)}</span>
        <span class={`chip ${isPublic ? "" : "chip-internal"}`}>{isPublic ? "public" : "team only"}</span>
        <KindPill kind={document.kind} />
        {document.set ? <SetChip name={document.set} /> : null}
        {href ? (
          <a href={href} target="_blank" rel="noopener noreferrer">
            View source <Icon name="external" />
          </a>
        ) : null}
      </p>
      {document.error && !document.refresh?.failures ? <p class="document-error">{document.error}</p> : null}
      {document.notes.map((note) => (
        <p key={note} class="muted">
          {note}
        </p>
      ))}
      <dl>
        {factsOf(document).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function factsOf(document: DocumentView): [string, string][] {
  return [...(document.version > 0 ? readFacts(document) : []), ["Language", document.locale]];
}

/** Facts of a document that has been read at least once. */
function readFacts(document: DocumentView): [string, string][] {
  const served = document.served_version;
  return [
    [
      "Version",
      served !== null && served !== document.version ? `${document.version}, live ${served}` : `${document.version}`,
    ],
    ["Pages", count(document.pages)],
    [
      "Passages",
      document.embedded < document.chunks
        ? `${document.chunks}, ${document.embedded} with vectors`
        : count(document.chunks),
    ],
    ["Extracted", percent(document.coverage)],
  ];
}
