import { createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";
import type { Excerpt } from "../../../../protocol/copilot.ts";
import type { CopilotBody } from "../../../../protocol/copilot-conversations.ts";
import type { Citation } from "../../../../protocol/messages.ts";
import { CitationPopover } from "../../ui/citation-popover.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { useGlance } from "../../ui/popover.ts";

/** Targets of a result's citation marks. */
interface Proofs {
  citations: readonly Citation[];
  /** Link into the library; null for a web page. */
  placeOf: (index: number) => string | null;
}

export const ProofContext = createContext<Proofs>({ citations: [], placeOf: () => null });

export function useProofs({ excerpts, documents }: Pick<CopilotBody, "excerpts" | "documents">): Proofs {
  return useMemo(
    () => ({
      citations: excerpts.map((excerpt, place) => toCitation(excerpt, place + 1)),
      placeOf(index) {
        const excerpt = excerpts[index - 1];
        const document = documents.find(({ version_id: id }) => id === excerpt?.version_id);
        return excerpt ? placeOf(excerpt, document?.is_current ? undefined : document?.version) : null;
      },
    }),
    [excerpts, documents],
  );
}

/** Citation marks of a statement: each shows its quote on hover and keeps it open on click. @param proof indexes from 0. */
export function Marks({ proof }: { proof: readonly number[] }) {
  const { citations } = useContext(ProofContext);
  const known = [...new Set(proof)].flatMap((place) => citations[place] ?? []);
  if (known.length === 0) return null;
  return (
    <span class="copilot-marks">
      {known.map((citation) => (
        <Mark key={citation.index} citation={citation} />
      ))}
    </span>
  );
}

function Mark({ citation }: { citation: Citation }) {
  const proofs = useContext(ProofContext);
  const { open, close, handlers } = useGlance();
  return (
    <>
      <button
        type="button"
        class="cite-number copilot-mark"
        aria-label={`Source ${citation.index}: ${citation.title}`}
        {...handlers}
      >
        {citation.index}
      </button>
      {open ? (
        <CitationPopover key={String(open.glance)} citation={citation} {...open} onClose={close}>
          <LibraryLink place={proofs.placeOf(citation.index)} />
        </CitationPopover>
      ) : null}
    </>
  );
}

function LibraryLink({ place }: { place: string | null }) {
  return place ? <a href={place}>Open in the library</a> : null;
}

/** Markdown with `[n]` marks. */
export function ProvenText({ text }: { text: string }) {
  const { citations, placeOf: place } = useContext(ProofContext);
  return (
    <MarkdownView
      text={text}
      citations={citations}
      glances
      footOf={({ index }) => <LibraryLink place={place(index)} />}
    />
  );
}

/** The sign of a list item, which a sentence of a document may begin with. */
const listSign = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/;

/** A formatted statement with its citation marks, in one line. */
export function ProvenLine({ text, proof }: { text: string; proof: readonly number[] }) {
  return (
    <div class="copilot-line" dir="auto">
      <MarkdownView text={text.replace(listSign, "")} /> <Marks proof={proof} />
    </div>
  );
}

/** Length of the excerpt that locates it in its document, in characters. */
const findChars = 160;

/** Link to an excerpt in the library; null for a web page. The text is in the URL hash, which browsers do not send to servers. */
function placeOf({ document_id: id, text }: Excerpt, version: number | undefined): string | null {
  if (id === null) return null;
  const query = version === undefined ? "" : `?version=${version}`;
  return `/console/library/${encodeURIComponent(id)}${query}#passage=${encodeURIComponent(text.slice(0, findChars))}`;
}

/** Converts an excerpt to the citation format of answers. @param index from 1, as in `[n]`. */
function toCitation(excerpt: Excerpt, index: number): Citation {
  return {
    index,
    chunk_id: excerpt.chunk_id ?? "",
    title: excerpt.version === null ? excerpt.title : `${excerpt.title} (${excerpt.version})`,
    quote: excerpt.text,
    ...(excerpt.document_id ? { document_id: excerpt.document_id } : {}),
    ...(excerpt.heading ? { heading: excerpt.heading } : {}),
    ...(excerpt.page ? { page: excerpt.page } : {}),
    ...(excerpt.url ? { url: excerpt.url } : {}),
  };
}
