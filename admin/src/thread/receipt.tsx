import type { TicketDetail } from "../../../protocol/admin.ts";
import { count, latency, money } from "../lib/format.ts";
import { Section } from "./section.tsx";

/** What the assistant's work on this ticket cost, call by call. */
export function Receipt({ receipt }: { receipt: TicketDetail["receipt"] }) {
  if (receipt.calls.length === 0) return null;
  const tokens = receipt.calls.reduce((sum, call) => sum + call.input_tokens + call.output_tokens, 0);
  return (
    <Section title="Receipt">
      <table class="receipt">
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col">Tokens</th>
            <th scope="col">Time</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {receipt.calls.map((call, index) => (
            <tr key={index}>
              <td title={`${call.provider} · ${call.model}`}>
                {call.task}
                {call.outcome === "ok" ? null : <span class="receipt-outcome">{call.outcome}</span>}
              </td>
              <td>{count(call.input_tokens + call.output_tokens)}</td>
              <td>{latency(call.latency_ms)}</td>
              <td>{money(call.cost_micros)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {receipt.calls.length} call{receipt.calls.length === 1 ? "" : "s"}
            </th>
            <td>{count(tokens)}</td>
            <td />
            <td>{money(receipt.cost_micros)}</td>
          </tr>
        </tfoot>
      </table>
    </Section>
  );
}
