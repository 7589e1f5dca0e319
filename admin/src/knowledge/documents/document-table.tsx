import type { DocumentView } from "../../../../protocol/admin-documents.ts";
import { count, percent } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { ageWords, fullTime, now } from "../../ui/time.ts";
import { everyWords, failureWords, fetchedWords } from "../sites/refresh-card.tsx";
import { KindPill, SetChip, stepWord } from "./document-chips.tsx";
import { isWorking } from "./library-store.ts";

const statusWords: Record<DocumentView["status"], string> = {
  queued: "Queued",
  processing: "Processing",
  searchable: "Searchable",
  ready: "Ready",
  failed: "Failed",
};

/** A document with less extracted text needs a review. */
const poorCoverage = 0.5;

interface DocumentTableProps {
  documents: readonly DocumentView[];
  onDelete: ((document: DocumentView) => void) | null;
  onRetry: ((document: DocumentView) => void) | null;
}

export function DocumentTable({ documents, onDelete, onRetry }: DocumentTableProps) {
  return (
    <div class="table-frame">
      <table class="table documents">
        <thead>
          <tr>
            <th scope="col">Document</th>
            <th scope="col">Status</th>
            <th scope="col" class="num">
              Version
            </th>
            <th scope="col" class="num">
              Passages
            </th>
            <th scope="col" class="num">
              Extracted
            </th>
            <th scope="col" class="num">
              Changed
            </th>
            <th scope="col">
              <span class="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <DocumentRow key={document.id} document={document} onDelete={onDelete} onRetry={onRetry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DocumentRowProps extends Omit<DocumentTableProps, "documents"> {
  document: DocumentView;
}

function DocumentRow({ document, onDelete, onRetry }: DocumentRowProps) {
  return (
    <tr>
      <DocumentName document={document} />
      <td data-label="Status">
        <DocumentStatus document={document} />
      </td>
      <td class="num" data-label="Version">
        {document.version > 0 ? document.version : "–"}
      </td>
      <td class="num" data-label="Passages">
        {count(document.chunks)}
      </td>
      <td class={`num ${document.chunks > 0 && document.coverage < poorCoverage ? "poor" : ""}`} data-label="Extracted">
        {document.chunks > 0 || document.status === "failed" ? percent(document.coverage) : "–"}
      </td>
      <td class="num" data-label="Changed">
        <time dateTime={document.updated_at} title={fullTime(document.updated_at)}>
          {ageWords(document.updated_at, now.value)}
        </time>
      </td>
      <td class="row-actions">
        {onRetry && document.status === "failed" ? (
          <button
            type="button"
            class="btn small"
            aria-label={`Try again: ${document.title}`}
            onClick={() => onRetry(document)}
          >
            Try again
          </button>
        ) : null}
        {onDelete ? (
          <button
            type="button"
            class="icon-btn"
            aria-label={`Delete ${document.title}`}
            onClick={() => onDelete(document)}
          >
            <Icon name="trash" />
          </button>
        ) : null}
      </td>
    </tr>
  );
}

function DocumentName({ document }: { document: DocumentView }) {
  return (
    <th scope="row" class="document-name">
      <span class="document-title" dir="auto">
        <a href={`/console/library/${document.id}`}>{document.title}</a>
      </span>
      <span class="document-meta">
        <span class="document-source" dir="auto" title={document.source}>
          {[document.source, document.locale].join(" · ")}
        </span>
        {document.set ? <SetChip name={document.set} /> : null}
        {document.kind === "other" ? null : <KindPill kind={document.kind} />}
      </span>
      {document.error && !document.refresh?.failures ? <span class="document-error">{document.error}</span> : null}
      <Fetching document={document} />
      {document.error
        ? null
        : document.notes.map((note) => (
            <span key={note} class="document-source">
              {note}
            </span>
          ))}
    </th>
  );
}

/** For web pages: last and next fetch, or why it is not fetched. */
function Fetching({ document: { refresh } }: { document: DocumentView }) {
  if (!refresh) return null;
  const failure = failureWords(refresh, now.value);
  if (failure) return <span class="document-error">{failure}</span>;
  if (refresh.gone_at) return <span class="refresh-gone">Removed from its sitemap</span>;
  const words = fetchedWords(refresh, now.value);
  return words ? <span class="document-source">{`${everyWords[refresh.every]}: ${words}`}</span> : null;
}

/** The state as a word, with progress during processing. */
function DocumentStatus({ document }: { document: DocumentView }) {
  const isAtWork = document.status === "processing" || (isWorking(document) && document.embedded < document.chunks);
  return (
    <span class="document-status">
      {document.draft && document.served_version === null ? (
        <span class="chip">Draft</span>
      ) : (
        <span class={`chip chip-doc-${document.status}`}>{statusWords[document.status] ?? document.status}</span>
      )}
      {isAtWork ? (
        <>
          <progress class="progress" max={1} value={document.progress} aria-label={`Progress of ${document.title}`} />
          <span class="muted">
            {document.status === "searchable" ? `${document.embedded}/${document.chunks} vectors` : stepWord(document)}
          </span>
        </>
      ) : null}
    </span>
  );
}
