import { useEffect } from "preact/hooks";
import type { DocumentView } from "../../../protocol/admin-documents.ts";
import { useWorkspace } from "../app-context.ts";
import { LoadedPart } from "../components/loaded-part.tsx";
import { Notice } from "../components/states.tsx";
import { count } from "../lib/format.ts";

/** What was read out of the document, page by page. */
export function DocumentText({ document }: { document: DocumentView }) {
  const { document: store } = useWorkspace();
  const read = () => void store.readPages(document.version > 0 ? document.version : undefined);
  useEffect(read, [document.id, document.version, document.status]);
  if (document.version === 0) return <Notice title="Nothing was read yet" text="The page is still to be fetched." />;
  return (
    <LoadedPart state={store.pages.state.value} name="The text" onRetry={read}>
      {({ pages }) =>
        pages.length === 0 ? (
          <Notice title="No text" text="Nothing could be read out of this version." />
        ) : (
          <ol class="doc-pages">
            {pages.map(({ page, text, characters }, index) => (
              <li key={index}>
                <p class="doc-page-head">
                  {page === null ? "Text" : `Page ${page}`} <span class="muted">{count(characters)} characters</span>
                </p>
                <p class="doc-text" dir="auto">
                  {text.trim() === "" ? "Nothing was read on this page." : text}
                </p>
              </li>
            ))}
          </ol>
        )
      }
    </LoadedPart>
  );
}

/** The passages that are searched. */
export function DocumentChunks({ document }: { document: DocumentView }) {
  const { document: store } = useWorkspace();
  const read = () => void store.readChunks();
  useEffect(read, [document.id, document.served_version]);
  return (
    <LoadedPart state={store.chunks.state.value} name="The chunks" onRetry={read}>
      {({ items, next_from: next }) =>
        items.length === 0 ? (
          <Notice title="No chunks" text="Nothing of this document is searched yet." />
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
