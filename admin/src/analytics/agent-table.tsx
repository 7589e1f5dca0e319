import type { Analytics } from "../../../protocol/admin-analytics.ts";
import { ticketsPath } from "./analytics-calls.ts";
import { Definition } from "./definition.tsx";
import { changeText, numberText } from "./number-text.ts";

const definition =
  "What each person or API key did: answers sent, tickets answered (once for each day), and tickets resolved. It says how much there was to do, not how well it was done.";

/** Who did how much. */
export function AgentTable({ read }: { read: Analytics }) {
  const most = Math.max(1, ...read.agents.map(({ answers }) => answers));
  return (
    <section class="chart-card chart-wide" aria-label="Load of agents">
      <header class="chart-head">
        <h2>Load of agents</h2>
        <Definition of="Load of agents" text={definition} />
      </header>
      {read.agents.length === 0 ? (
        <p class="chart-empty">No person has answered in this period.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled has to be reached by keyboard.
        <section class="table-frame" tabIndex={0} aria-label="Load of agents, as a table">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">Agent</th>
                <th scope="col" class="num">
                  Answers
                </th>
                <th scope="col">Share of the most</th>
                <th scope="col">Before</th>
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
      )}
    </section>
  );
}

function AgentRow({ agent, most, read }: { agent: Analytics["agents"][number]; most: number; read: Analytics }) {
  const name = agent.name ?? "Somebody who has left";
  const href = ticketsPath({ measure: "agent", of: agent.id, name, from: read.from, to: read.to });
  const change = changeText(agent.answers, agent.answers_before, { kind: "count", wanted: "neither" });
  return (
    <tr>
      <th scope="row" dir="auto">
        {name}
      </th>
      <td class="num">{agent.answers === 0 ? "0" : <a href={href}>{numberText(agent.answers, "count")}</a>}</td>
      <td>
        <meter class="load" min={0} max={most} value={agent.answers} aria-label={`Answers of ${name}`}>
          {agent.answers}
        </meter>
      </td>
      <td class="muted">{change.text}</td>
      <td class="num">{numberText(agent.tickets, "count")}</td>
      <td class="num">{numberText(agent.resolved, "count")}</td>
    </tr>
  );
}
