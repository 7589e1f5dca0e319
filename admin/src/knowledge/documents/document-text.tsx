import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { DocumentPages, DocumentView } from "../../../../protocol/admin-documents.ts";
import { plainLine } from "../../../../ui/markdown/plain-text.ts";
import { useWorkspace } from "../../app-context.ts";
import { count, ticketTitle } from "../../ui/format.ts";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { Notice } from "../../ui/states.tsx";
import { ageWords, fullTime, now } from "../../ui/time.ts";
import { documentStoreOf } from "./document-store.ts";
import { findPassage, PassageText, wantedPassage } from "./passage.tsx";

/** Extracted text, page by page; a URL can link to a passage, also in an older version. */
export function DocumentText({ document }: { document: DocumentView }) {
  const { api } = useWorkspace();
  const store = documentStoreOf(api);
  const { query } = useLocation();
  const asked = Number(query["version"]);
  const isOlder = Number.isInteger(asked) && asked > 0 && asked < document.version;
  const version = isOlder ? asked : document.version;
  const read = () => {
    if (version > 0) void store.readPages(version);
  };
  useEffect(read, [document.id, version, document.status]);
  if (document.version === 0)
    return <Notice title="No text yet" text="The text will appear here once the document has been read." />;
  return (
    <LoadedPart state={store.pages.state.value} name="The text" onRetry={read}>
      {({ pages }) =>
        pages.length === 0 ? (
          <Notice title="No text" text="No text could be extracted from this version." />
        ) : (
          <>
            {isOlder ? <p class="muted">Version {version}.</p> : null}
            <Pages pages={pages} />
          </>
        )
      }
    </LoadedPart>
  );
}

function Pages({ pages }: Pick<DocumentPages, "pages">) {
  const wanted = wantedPassage();
  const places = pages.map(({ text }) => (wanted === null ? null : findPassage(text, wanted)));
  // The text may occur on several pages: scroll to the first.
  const first = places.findIndex((place) => place !== null);
  return (
    <>
      {wanted !== null && first < 0 ? <p class="muted">The passage is no longer in this text.</p> : null}
      <ol class="doc-pages">
        {pages.map(({ page, text, characters }, index) => {
          const at = index === first ? places[index] : null;
          return (
            <li key={index}>
              <p class="doc-page-head">
                {page === null ? "Text" : `Page ${page}`} <span class="muted">{count(characters)} characters</span>
              </p>
              <p class="doc-text" dir="auto">
                {at ? <PassageText text={text} at={at} /> : text.trim() === "" ? "No text on this page." : text}
              </p>
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** Passages that the search uses. */
export function DocumentChunks({ document }: { document: DocumentView }) {
  const { api } = useWorkspace();
  const store = documentStoreOf(api);
  const read = () => {
    if (document.version > 0) void store.readChunks();
  };
  useEffect(read, [document.id, document.served_version]);
  if (document.version === 0)
    return <Notice title="No passages yet" text="The passages will appear here once the document has been read." />;
  return (
    <LoadedPart state={store.chunks.state.value} name="The passages" onRetry={read}>
      {({ items, next_from: next }) =>
        items.length === 0 ? (
          <Notice title="No passages" text="This document is not searchable yet." />
        ) : (
          <>
            <ol class="doc-pages">
              {items.map(({ id, ordinal, heading, page, text }) => (
                <li key={id}>
                  <p class="doc-page-head">
                    {ordinal}. {heading ?? "No heading"} {page ? <span class="muted">page {page}</span> : null}
                  </p>
                  <p class="doc-text" dir="auto">
                    {text}
                  </p>
                </li>
              ))}
            </ol>
            {next === null ? null : (
              <button type="button" class="btn" onClick={() => void store.moreChunks()}>
                Show more
              </button>
            )}
          </>
        )
      }
    </LoadedPart>
  );
}

/** Recent tickets that cite the document. */
export function DocumentCitations({ document }: { document: DocumentView }) {
  const { api } = useWorkspace();
  const store = documentStoreOf(api);
  const read = () => void store.readCitations();
  useEffect(read, [document.id]);
  return (
    <LoadedPart state={store.citations.state.value} name="The citations" onRetry={read}>
      {({ items }) =>
        items.length === 0 ? (
          <Notice title="Not cited yet" text="No stored answer cites this document." />
        ) : (
          <ul class="doc-citations">
            {items.map(({ message_id: id, ticket, quote, page, at }) => (
              <li key={id}>
                <a href={`/console/inbox/${ticket.id}`} dir="auto">
                  #{ticket.number} {ticketTitle(ticket)}
                </a>
                <p class="doc-quote" dir="auto">
                  “{plainLine(quote)}”
                </p>
                <p class="muted">
                  {page ? `page ${page}, ` : ""}
                  <time dateTime={at} title={fullTime(at)}>
                    {ageWords(at, now.value)}
                  </time>
                </p>
              </li>
            ))}
          </ul>
        )
      }
    </LoadedPart>
  );
}
