import { useContext } from "preact/hooks";
import type { DocumentKind } from "../../../../protocol/document-kinds.ts";
import type { Citation } from "../../../../protocol/messages.ts";
import { useWorkspace } from "../../app-context.ts";
import { KindPill } from "../../knowledge/documents/kind-pill.tsx";
import { SourceLink } from "../../ui/source-link.tsx";
import { plural } from "../action-words.ts";
import { copilotStoreOf } from "../copilot-store.ts";
import { ProofContext } from "./proof.tsx";

/** Every excerpt that the result rests on, by document; each opens its document where it stands. */
export function SourcesPanel({ read }: { read: number }) {
  const { citations, placeOf } = useContext(ProofContext);
  const { api } = useWorkspace();
  const menu = copilotStoreOf(api).menu.state.value;
  if (citations.length === 0) return null;
  const kindOf = (citation: Citation | undefined) =>
    menu.type === "ready"
      ? menu.value.documents.find(({ document_id: id }) => id === citation?.document_id)?.kind
      : undefined;
  const byTitle = new Map<string, Citation[]>();
  for (const citation of citations) byTitle.set(citation.title, [...(byTitle.get(citation.title) ?? []), citation]);
  return (
    <details class="copilot-sources">
      <summary>
        {plural(citations.length, "source")} <span class="muted">of {plural(read, "passage")} read</span>
      </summary>
      {[...byTitle].map(([title, group]) => (
        <section key={title}>
          <h3>
            <span dir="auto">{title}</span>
            <TypePill kind={kindOf(group[0])} />
            {group.some(({ document_id: id }) => id === undefined) ? <span class="chip copilot-web">Web</span> : null}
          </h3>
          <ol>
            {group.map((citation) => (
              <Source key={citation.index} citation={citation} place={placeOf(citation.index)} />
            ))}
          </ol>
        </section>
      ))}
    </details>
  );
}

function TypePill({ kind }: { kind: DocumentKind | undefined }) {
  return kind === undefined || kind === "other" ? null : <KindPill kind={kind} />;
}

function Source({ citation, place }: { citation: Citation; place: string | null }) {
  const where = [citation.heading, citation.page ? `page ${citation.page}` : null].filter(Boolean).join(", ");
  return (
    <li>
      <span class="cite-number">{citation.index}</span>
      <div>
        <blockquote dir="auto">{citation.quote}</blockquote>
        <p class="copilot-source-foot muted">
          {where ? <span dir="auto">{where}</span> : null}
          {place ? (
            <a href={place} aria-label={`Open source ${citation.index} in the library`}>
              Open in the library
            </a>
          ) : (
            <SourceLink url={citation.url} />
          )}
        </p>
      </div>
    </li>
  );
}
