import { useContext } from "preact/hooks";
import type { CopilotDocument, InquiryResult, SummaryResult } from "../../../../protocol/copilot.ts";
import type { CopilotBody } from "../../../../protocol/copilot-conversations.ts";
import type { DocumentKind } from "../../../../protocol/document-kinds.ts";
import type { Citation } from "../../../../protocol/messages.ts";
import { plainLine, plainText } from "../../../../ui/markdown/plain-text.ts";
import { useWorkspace } from "../../app-context.ts";
import { KindPill } from "../../knowledge/documents/document-chips.tsx";
import { SourceLink } from "../../ui/citation-popover.tsx";
import { percent } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { plural } from "../action-words.ts";
import { titleOf } from "../composer/menu-entries.ts";
import { copilotStoreOf } from "../copilot-store.ts";
import { Marks, ProofContext, ProvenLine, ProvenText } from "./proof.tsx";

/** The title with the version's label. */
function named(title: string, id: string | null, documents: readonly CopilotDocument[]): string {
  const document = documents.find(({ version_id: version }) => version === id);
  return document ? titleOf(document) : title;
}

/** The points of each document with their sources. */
export function SummaryView({ result, documents }: { result: SummaryResult; documents: readonly CopilotDocument[] }) {
  return (
    <>
      {result.documents.map(({ version_id: id, title, points }) => (
        <section key={id} class="copilot-part">
          <h3 dir="auto">{named(title, id, documents)}</h3>
          {points.length === 0 ? <p class="muted">No key points.</p> : null}
          <ul class="copilot-points">
            {points.map(({ heading, text, proof }, place) => (
              <li key={place}>
                {heading && heading !== points[place - 1]?.heading ? <Heading text={heading} /> : null}
                <ProvenLine text={text} proof={proof} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** The heading of a point, once above the points below it. */
function Heading({ text }: { text: string }) {
  return (
    <strong class="copilot-point-heading" dir="auto">
      {plainLine(text)}
    </strong>
  );
}

/** Quoted passages contain their own citation marks, as in the answer. */
function hasMarks(text: string): boolean {
  return /\[\d+\](?!\()/.test(text);
}

interface InquiryProps {
  result: InquiryResult;
  documents: readonly CopilotDocument[];
  /** False: the answer is the quotes of the documents, which are not repeated. */
  isJudged: boolean;
}

/** The answer, and the statement of each document. */
export function InquiryView({ result, documents: read, isJudged }: InquiryProps) {
  const { answer, documents } = result;
  return (
    <>
      {answer === "" ? <p class="muted">The documents don't answer this.</p> : <ProvenText text={answer} />}
      {isJudged && documents.length > 1 ? (
        <section class="copilot-part">
          <h3>Document by document</h3>
          <dl class="copilot-by-document">
            {documents.map(({ version_id: id, title, text, proof }, place) => (
              <div key={id ?? place}>
                <dt dir="auto">{named(title, id, read)}</dt>
                <dd>
                  <ProvenText text={text} />
                  {hasMarks(text) ? null : <Marks proof={proof} />}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
    </>
  );
}

const levels = {
  high: { word: "Evidence: high", tier: "high" },
  medium: { word: "Evidence: medium, with caution", tier: "medium" },
  low: { word: "Evidence: low", tier: "low" },
} as const;

/** Relevance of the evidence and confidence in the conclusion, always as two figures. */
export function ConfidenceBadges({
  confidence,
  is_doubtful: isDoubtful,
}: Pick<CopilotBody, "confidence" | "is_doubtful">) {
  const { level, retrieval, inference, judge } = confidence;
  const evidence = level ? levels[level] : null;
  return (
    <>
      <p class="copilot-badges">
        {evidence ? (
          <span
            class={`grade grade-${evidence.tier}`}
            title={retrieval === null ? undefined : `Average similarity: ${retrieval.toFixed(2)}`}
          >
            <span class="grade-dot" aria-hidden="true" />
            {evidence.word}
          </span>
        ) : null}
        {judge === "rules" ? (
          <span class="grade" title="No model was used">
            Quotes only
          </span>
        ) : null}
        {judge === "model" && inference !== null ? (
          <span class={`grade grade-${tierOf(inference)}`} title="Confidence of the model">
            <span class="grade-dot" aria-hidden="true" />
            Confidence: {percent(inference)}, by a model
          </span>
        ) : null}
      </p>
      {isDoubtful ? (
        <p class="copilot-doubt" role="note">
          <Icon name="warning" /> Few sources were found. Check the documents before you rely on this.
        </p>
      ) : null}
    </>
  );
}

/** Same levels as for the confidence of answers. */
function tierOf(share: number): "high" | "medium" | "low" {
  if (share > 0.75) return "high";
  return share >= 0.5 ? "medium" : "low";
}

/** All excerpts behind the result, by document; each links to its position in the document. */
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
        <blockquote dir="auto">{plainText(citation.quote)}</blockquote>
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
