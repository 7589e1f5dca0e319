import type { Analytics } from "../../../protocol/admin-analytics.ts";
import { ticketsPath } from "./analytics-calls.ts";
import { Definition, FoldedCard } from "./chart-card.tsx";
import { changeText, numberText } from "./number-text.ts";

const definition =
  "Replies sent, tickets answered (once per day) and tickets resolved, by agent or API key. It measures workload, not quality.";

export function AgentTable({ read }: { read: Analytics }) {
  if (read.agents.length === 0)
    return <FoldedCard title="Team" definition={definition} text="No replies in this period" />;
  const most = Math.max(1, ...read.agents.map(({ answers }) => answers));
  return (
    <section class="chart-card chart-wide" aria-label="Team">
      <header class="chart-head">
        <h2>Team</h2>
        <Definition of="Team" text={definition} />
      </header>
      {
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled has to be reached by keyboard.
        <section class="table-frame" tabIndex={0} aria-label="Team, as a table">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Agent</th>
                <th scope="col" class="num">
                  Replies
                </th>
                <th scope="col">Compared with the busiest agent</th>
                <th scope="col">Previous period</th>
                <th scope="col" class="num">
                  Tickets
                </th>
                <th scope="col" class="num">
                  Resolved
                </th>
              </tr>
            </thead>
            <tbody>
              {read.agents.map((agent) => (
                <AgentRow key={agent.id} agent={agent} most={most} read={read} />
              ))}
            </tbody>
          </table>
        </section>
      }
    </section>
  );
}

function AgentRow({ agent, most, read }: { agent: Analytics["agents"][number]; most: number; read: Analytics }) {
  const name = agent.name ?? "Former member";
  const href = ticketsPath({ measure: "agent", of: agent.id, name, from: read.from, to: read.to });
  const change = changeText(agent.answers, agent.answers_before, { kind: "count", wanted: "neither" });
  return (
    <tr>
      <th scope="row" dir="auto">
        {name}
      </th>
      <td class="num">{agent.answers === 0 ? "0" : <a href={href}>{numberText(agent.answers, "count")}</a>}</td>
      <td>
        <meter class="load" min={0} max={most} value={agent.answers} aria-label={`Replies by ${name}`}>
          {agent.answers}
        </meter>
      </td>
      <td class="muted">{change.text}</td>
      <td class="num">{numberText(agent.tickets, "count")}</td>
      <td class="num">{numberText(agent.resolved, "count")}</td>
    </tr>
  );
}
