import type { ModelUsage } from "../../../protocol/admin-usage.ts";
import { tickText } from "../analytics/period.ts";
import { dollars, providerNames, taskName } from "./models.ts";

/** Model usage of the last thirty days, per day and per model. */
export function Spending({ usage }: { usage: ModelUsage }) {
  const { days } = usage;
  const used = usage.by_model.filter((use) => use.calls > 0);
  const hasCost = days.some(({ cost_micros: cost }) => cost > 0);
  const of = ({ cost_micros: cost, tokens }: ModelUsage["days"][number]) => (hasCost ? cost : tokens);
  const say = (value: number) => (hasCost ? dollars(value) : `${value.toLocaleString("en")} tokens`);
  const most = Math.max(...days.map(of), 0);
  const all = days.reduce((sum, day) => sum + of(day), 0);
  return (
    <section class="settings-group" aria-labelledby="group-spending">
      <h2 id="group-spending">Last 30 days (UTC)</h2>
      {used.length === 0 ? <p class="muted">No model calls yet. Usage will appear here.</p> : null}
      {most > 0 ? (
        <figure class="spending">
          <figcaption>
            <strong>{say(all)}</strong> <span class="muted">up to {say(most)} a day</span>
          </figcaption>
          <div class="spending-days" role="img" aria-label={`${say(all)} in 30 days, up to ${say(most)} a day.`}>
            {days.map((day) => (
              <span key={day.day} title={`${tickText(day.day, "day")}: ${say(of(day))}`}>
                <span style={{ height: `${(of(day) / most) * 100}%` }} />
              </span>
            ))}
          </div>
          <p class="bars-scale" aria-hidden="true">
            <span>{days[0] ? tickText(days[0].day, "day") : null}</span>
            <span>today</span>
          </p>
        </figure>
      ) : null}
      {used.length > 0 ? <UseTable used={used} /> : null}
    </section>
  );
}

function UseTable({ used }: { used: ModelUsage["by_model"] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, and scrolled by the keyboard
    <section class="table-frame" tabIndex={0} aria-label="Usage by model">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Used for</th>
            <th scope="col">Model</th>
            <th scope="col" class="num">
              Calls
            </th>
            <th scope="col" class="num">
              Tokens in
            </th>
            <th scope="col" class="num">
              Tokens out
            </th>
            <th scope="col" class="num">
              Cost
            </th>
          </tr>
        </thead>
        <tbody>
          {used.map((use) => (
            <tr key={`${use.task}${use.provider}${use.model}`}>
              <th scope="row">{taskName(use.task)}</th>
              <td>{use.provider === "extractive" ? providerNames.extractive : use.model}</td>
              <td class="num">
                {use.calls.toLocaleString("en")}
                {use.failed > 0 ? <small class="field-problem"> {use.failed} failed</small> : null}
              </td>
              <td class="num">{use.input_tokens.toLocaleString("en")}</td>
              <td class="num">{use.output_tokens.toLocaleString("en")}</td>
              <td class="num">{use.unpriced > 0 ? "unknown price" : dollars(use.cost_micros)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
