import type { CopilotDocument, InquiryResult, SummaryResult } from "../../../../protocol/copilot.ts";
import { titleOf } from "../composer/menu-entries.ts";
import { Marks, ProvenText } from "./proof.tsx";

/** With the label of its version. */
function named(title: string, id: string | null, documents: readonly CopilotDocument[]): string {
  const document = documents.find(({ version_id: version }) => version === id);
  return document ? titleOf(document) : title;
}

/** The points of each document, with what they rest on. */
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
                {heading ? <strong dir="auto">{heading}: </strong> : null}
                <span dir="auto">{text}</span> <Marks proof={proof} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** Quoted passages name their sources within, as the answer does. */
function hasMarks(text: string): boolean {
  return /\[\d+\](?!\()/.test(text);
}

/** The answer, and what each document says to it. */
export function InquiryView({
  result,
  documents: read,
}: {
  result: InquiryResult;
  documents: readonly CopilotDocument[];
}) {
  const { answer, documents } = result;
  return (
    <>
      {answer === "" ? <p class="muted">The documents don't answer this.</p> : <ProvenText text={answer} />}
      {documents.length > 1 ? (
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
