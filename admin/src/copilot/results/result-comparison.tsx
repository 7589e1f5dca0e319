import { useSignal } from "@preact/signals";
import type { ComparedRow, ComparisonResult, CopilotDocument } from "../../../../protocol/copilot.ts";
import { plainLine } from "../../../../ui/markdown/plain-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { MarkdownView } from "../../ui/markdown-view.tsx";
import { titleOf } from "../composer/menu-entries.ts";
import { saveCsv } from "./csv.ts";
import { ChangedText } from "./marked-change.tsx";
import { Marks, ProvenLine } from "./proof.tsx";

const kindWords = { changed: "Changed", only_in_one: "Only in one", same: "The same" } as const;
const filters = ["all", "changed", "only_in_one", "same"] as const;
type Filter = (typeof filters)[number];

interface ComparisonProps {
  result: ComparisonResult;
  documents: readonly CopilotDocument[];
  /** False: rules only count lines, and the number is shown next to the filters. */
  isJudged: boolean;
}

/** Statements of the documents on each subject side by side, most important difference first. */
export function ComparisonView({ result, documents, isJudged }: ComparisonProps) {
  const filter = useSignal<Filter>("all");
  const rows = [...result.rows]
    .sort((a, b) => b.weight - a.weight)
    .filter(({ kind }) => filter.value === "all" || kind === filter.value);
  return (
    <>
      {isJudged && result.overview ? (
        <div class="copilot-overview" dir="auto">
          <MarkdownView text={result.overview} />
        </div>
      ) : null}
      <div class="copilot-tools">
        <RowFilter rows={result.rows} filter={filter.value} onChange={(next) => (filter.value = next)} />
        <button type="button" class="btn small" onClick={() => saveCsv("comparison.csv", csvOf(rows, documents))}>
          <Icon name="download" /> Export CSV
        </button>
      </div>
      {rows.length === 0 ? (
        <p class="muted">No lines of this type.</p>
      ) : (
        <ComparisonTable rows={rows} documents={documents} />
      )}
      {result.implications.length > 0 ? (
        <section class="copilot-part">
          <h3>Consequences</h3>
          <ul class="copilot-points">
            {result.implications.map(({ text, proof }, place) => (
              <li key={place}>
                <ProvenLine text={text} proof={proof} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

interface RowFilterProps {
  rows: readonly ComparedRow[];
  filter: Filter;
  onChange: (filter: Filter) => void;
}

function RowFilter({ rows, filter, onChange }: RowFilterProps) {
  return (
    <div class="copilot-filter" role="group" aria-label="Lines shown">
      {filters.map((name) => (
        <button
          key={name}
          type="button"
          class="copilot-filter-choice"
          aria-pressed={name === filter}
          onClick={() => onChange(name)}
        >
          {name === "all" ? "All" : kindWords[name]}{" "}
          <span class="muted">{rows.filter(({ kind }) => name === "all" || kind === name).length}</span>
        </button>
      ))}
    </div>
  );
}

interface TableProps {
  rows: readonly ComparedRow[];
  documents: readonly CopilotDocument[];
}

function ComparisonTable({ rows, documents }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keyboard, too.
    <section class="copilot-wide" tabIndex={0} aria-label="Comparison">
      <table class="copilot-table copilot-comparison">
        <thead>
          <tr>
            <th scope="col">Aspect</th>
            {documents.map((document) => (
              <th key={document.version_id} scope="col" dir="auto">
                {titleOf(document)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <Row key={`${row.aspect}${place}`} row={row} documents={documents} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ row, documents }: { row: ComparedRow; documents: readonly CopilotDocument[] }) {
  return (
    <tr class={`copilot-row-${row.kind}`}>
      <th scope="row">
        <span dir="auto">{plainLine(row.aspect)}</span>
        {row.note ? (
          <span class="muted copilot-note" dir="auto">
            {plainLine(row.note)}
          </span>
        ) : null}
        <span class={`chip copilot-kind-${row.kind}`}>{kindWords[row.kind]}</span>
      </th>
      {documents.map((document) => {
        const { version_id: id } = document;
        const place = row.cells.findIndex((cell) => cell.version_id === id);
        const cell = row.cells[place];
        return (
          <td key={id} data-label={titleOf(document)}>
            {cell ? (
              <>
                <ChangedText text={cell.text} changes={row.changes} side={sideOf(row, place)} />{" "}
                <Marks proof={cell.proof} />
              </>
            ) : (
              <span class="muted">Not mentioned</span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** A statement in only one document counts as removed or added, whichever column contains it. */
function sideOf({ kind, changes }: ComparedRow, place: number): "here" | "there" {
  if (kind === "only_in_one") return changes.some(({ here }) => here !== "") ? "here" : "there";
  return place === 0 ? "here" : "there";
}

function csvOf(rows: readonly ComparedRow[], documents: readonly CopilotDocument[]): string[][] {
  return [
    ["Aspect", "Kind", ...documents.map(titleOf)],
    ...rows.map(({ aspect, kind, cells }) => [
      aspect,
      kindWords[kind],
      ...documents.map(({ version_id: id }) => cells.find((cell) => cell.version_id === id)?.text ?? ""),
    ]),
  ];
}
