import type { Analytics, AnalyticsMeasure } from "../../../protocol/admin-analytics.ts";
import { ticketsPath } from "./analytics-calls.ts";
import { Definition, FoldedCard } from "./chart-card.tsx";
import { numberText } from "./number-text.ts";

const title = "Effect of the assistant";
const definition =
  "Hold-outs are conversations that went straight to your team by chance. They are compared with those that the assistant got in the same draw. Came back: within 7 days the visitor disliked an answer, gave a rating of 1 or 2, began another conversation or wrote after the end. Satisfied: ratings of 4 or 5.";
/** With fewer hold-outs, chance alone explains large differences. */
const fewHoldOuts = 50;

/** Hold-outs beside the conversations that the assistant got. */
export function HoldOutCard({ read }: { read: Analytics }) {
  const { values } = read;
  if (values.held_out === 0)
    return <FoldedCard title={title} definition={definition} text="No hold-outs in this period" />;
  const rows = [
    {
      label: "Straight to your team",
      measure: "held_out",
      count: values.held_out,
      returned: values.held_out_return_rate,
      csat: values.held_out_csat,
      ratings: values.held_out_ratings,
    },
    {
      label: "Assistant first",
      measure: "assisted",
      count: values.assisted,
      returned: values.assisted_return_rate,
      csat: values.assisted_csat,
      ratings: values.assisted_ratings,
    },
  ] as const;
  return (
    <section class="chart-card chart-wide" aria-label={title}>
      <header class="chart-head">
        <h2>{title}</h2>
        <Definition of={title} text={definition} />
      </header>
      {
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled has to be reached by keyboard.
        <section class="table-frame" tabIndex={0} aria-label={`${title}, as a table`}>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Conversations</th>
                <th scope="col" class="num">
                  Number
                </th>
                <th scope="col" class="num">
                  Came back or disliked
                </th>
                <th scope="col" class="num">
                  Satisfied
                </th>
                <th scope="col" class="num">
                  Ratings
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ label, measure, count, returned, csat, ratings }) => (
                <tr key={measure}>
                  <th scope="row">{label}</th>
                  <td class="num">
                    <Count count={count} measure={measure} read={read} />
                  </td>
                  <td class="num">{numberText(returned, "share")}</td>
                  <td class="num">{numberText(csat, "share")}</td>
                  <td class="num">{numberText(ratings, "count")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      }
      {values.held_out < fewHoldOuts ? (
        <p class="chart-note">
          The numbers are too small to compare. Choose a longer period, or wait for at least {fewHoldOuts} hold-outs.
        </p>
      ) : null}
    </section>
  );
}

function Count({ count, measure, read }: { count: number; measure: AnalyticsMeasure; read: Analytics }) {
  const text = numberText(count, "count");
  return count === 0 ? text : <a href={ticketsPath({ measure, from: read.from, to: read.to })}>{text}</a>;
}
