import type { Analytics } from "../../../protocol/admin-analytics.ts";
import { ticketsPath } from "./analytics-calls.ts";
import { Definition, FoldedCard } from "./chart-card.tsx";
import { numberText } from "./number-text.ts";

const title = "Effect of the assistant";
const definition =
  "The comparison group is the conversations that went straight to your team by chance. They are compared with the others of the same time, which the assistant got. Came back: within 7 days the visitor disliked an answer, gave a rating of 1 or 2, began another conversation or wrote after the end. Satisfied: ratings of 4 or 5.";
/** With fewer hold-outs, chance alone explains large differences. */
const fewHoldOuts = 50;

const columns = ["Number", "Came back or disliked", "Satisfied", "Ratings"];

/** The comparison group (`hold_out` in the API) beside the conversations that the assistant got. */
export function HoldOutCard({ read }: { read: Analytics }) {
  const { held_out: heldOut } = read.values;
  if (heldOut === 0)
    return <FoldedCard title={title} definition={definition} text="No comparison group in this period" />;
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
                {columns.map((column) => (
                  <th key={column} scope="col" class="num">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <GroupRow group="held_out" label="Straight to your team" read={read} />
              <GroupRow group="assisted" label="Assistant first" read={read} />
            </tbody>
          </table>
        </section>
      }
      {heldOut < fewHoldOuts ? (
        <p class="chart-note">
          The numbers are too small to compare. Choose a longer period, or wait for at least {fewHoldOuts} conversations
          in the group.
        </p>
      ) : null}
    </section>
  );
}

function GroupRow({ group, label, read }: { group: "held_out" | "assisted"; label: string; read: Analytics }) {
  const { values, from, to } = read;
  const count = numberText(values[group], "count");
  return (
    <tr>
      <th scope="row">{label}</th>
      <td class="num">
        {values[group] === 0 ? count : <a href={ticketsPath({ measure: group, from, to })}>{count}</a>}
      </td>
      <td class="num">{numberText(values[`${group}_return_rate`], "share")}</td>
      <td class="num">{numberText(values[`${group}_csat`], "share")}</td>
      <td class="num">{numberText(values[`${group}_ratings`], "count")}</td>
    </tr>
  );
}
