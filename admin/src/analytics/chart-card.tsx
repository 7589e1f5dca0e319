import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { Chart, type PlotSeries } from "./chart.tsx";
import { type NumberKind, numberText } from "./number-text.ts";

/** A series with links to the tickets behind its points. */
export interface CardSeries extends PlotSeries {
  /** URL of the tickets of a point, or of all points (null); null when there are none to show. */
  hrefOf(point: number | null): string | null;
  /** Sum of all points; null when a sum makes no sense. */
  total: number | null;
}

interface CardProps {
  title: string;
  definition: string;
  shape: "bars" | "stack" | "lines";
  kind: NumberKind;
  series: readonly CardSeries[];
  ticks: readonly string[];
  /** Full name of each point; the row headers of the table. */
  names: readonly string[];
  /** Column header for the points in the table. */
  pointName: string;
  note?: ComponentChildren;
}

/** A chart with its definition, the values of the selected point, and a table of all values. */
export function ChartCard(props: CardProps) {
  const { title, definition, shape, kind, series, ticks, names, note } = props;
  const point = useSignal<number | null>(null);
  const isTable = useSignal(false);
  const { route } = useLocation();
  const isEmpty = series.every(({ values }) => values.every((value) => value === null || value === 0));
  const open = (index: number) => {
    const href = series.map((each) => each.hrefOf(index)).find((each) => each !== null);
    if (href) route(href);
  };
  const at = point.value;
  if (isEmpty) return <FoldedCard title={title} definition={definition} text="Nothing in this period" />;
  return (
    <section class="chart-card" aria-label={title}>
      <header class="chart-head">
        <h2>{title}</h2>
        <Definition of={title} text={definition} />
        <button
          type="button"
          class="btn ghost small"
          aria-pressed={isTable.value}
          aria-label={`Show as table: ${title}`}
          onClick={() => (isTable.value = !isTable.value)}
        >
          {isTable.value ? "Show chart" : "Show as table"}
        </button>
      </header>
      <Legend series={series} kind={kind} point={at} name={at === null ? "The whole period" : (names[at] ?? "")} />
      {isTable.value ? (
        <SeriesTable {...props} />
      ) : (
        <Chart
          label={title}
          shape={shape}
          kind={kind}
          series={series}
          ticks={ticks}
          point={at}
          pointText={at === null ? "No point selected" : pointText(names[at] ?? "", series, { kind, at })}
          onPoint={(index) => (point.value = index)}
          onOpen={open}
        />
      )}
      {note ? <p class="chart-note">{note}</p> : null}
    </section>
  );
}

/** One line in place of a card without values. */
export function FoldedCard({ title, definition, text }: { title: string; definition: string; text: string }) {
  return (
    <section class="chart-card chart-folded" aria-label={title}>
      <header class="chart-head">
        <h2>{title}</h2>
        <Definition of={title} text={definition} />
        <span class="muted">{text}</span>
      </header>
    </section>
  );
}

function pointText(
  name: string,
  series: readonly CardSeries[],
  { kind, at }: { kind: NumberKind; at: number },
): string {
  return `${name}. ${series.map(({ label, values }) => `${label} ${numberText(values[at], kind)}`).join(", ")}`;
}

function Legend({
  series,
  kind,
  point,
  name,
}: {
  series: readonly CardSeries[];
  kind: NumberKind;
  point: number | null;
  name: string;
}) {
  return (
    <div class="legend">
      <ul>
        {series.map((each) => {
          const value = point === null ? each.total : (each.values[point] ?? null);
          const shown = point === null && each.total === null ? "" : numberText(value, kind);
          const href = each.hrefOf(point);
          const words = (
            <>
              {each.label} <strong>{shown}</strong>
            </>
          );
          return (
            <li key={each.label}>
              <span class={`swatch swatch-${each.isFaint ? "faint" : each.tone}`} aria-hidden="true" />
              {href ? <a href={href}>{words}</a> : <span>{words}</span>}
            </li>
          );
        })}
      </ul>
      <span class="legend-name">{name}</span>
    </div>
  );
}

function SeriesTable({ title, series, names, kind, pointName }: CardProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled has to be reached by keyboard.
    <section class="table-frame chart-table" tabIndex={0} aria-label={`${title}, as a table`}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{pointName}</th>
            {series.map(({ label }) => (
              <th key={label} scope="col" class="num">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name, index) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {series.map((each) => (
                <td key={each.label} class="num">
                  <Cell value={each.values[index] ?? null} kind={kind} href={each.hrefOf(index)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ value, kind, href }: { value: number | null; kind: NumberKind; href: string | null }) {
  const text = numberText(value, kind);
  return href && value ? <a href={href}>{text}</a> : text;
}

/** The definition of a number behind a question mark, opened by click or key and read in place. */
export function Definition({ of, text }: { of: string; text: string }) {
  return (
    <details class="definition">
      <summary aria-label={`What does “${of}” mean?`}>
        <span aria-hidden="true">?</span>
      </summary>
      <p>{text}</p>
    </details>
  );
}
