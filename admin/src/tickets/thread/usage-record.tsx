import type { TicketDetail } from "../../../../protocol/admin.ts";
import { taskName } from "../../assistant/models.ts";
import { count, latency, money } from "../../ui/format.ts";
import { Section } from "../../ui/section.tsx";

interface UsageProps {
  usage: TicketDetail["usage"];
}

/** Outcome of a call without a complete answer. An outcome that only a newer server knows keeps its identifier. */
const outcomeWords: Readonly<Record<string, string>> = {
  cut: "cut off",
  cut_prompt: "prompt cut by the server",
  timeout: "timed out",
  rate_limited: "rate limited",
  spend_limit: "spend limit reached",
  too_long: "prompt too long",
  misconfigured: "wrong settings",
  unavailable: "unavailable",
  malformed: "unusable answer",
  refused: "refused",
  cancelled: "cancelled",
  budget: "budget used up",
};

/** Cost of the assistant's work on this ticket, per model call. Calls that used nothing, such as the built-in answerer's, are left out. */
export function UsageRecord({ usage }: UsageProps) {
  const calls = usage.calls.filter(
    (call) => call.input_tokens + call.output_tokens + call.cost_micros > 0 || call.outcome !== "ok" || call.thinking,
  );
  if (calls.length === 0) return null;
  return (
    <Section title="AI cost">
      <Calls usage={{ ...usage, calls }} />
    </Section>
  );
}

/** Summary of the model's reasoning. */
function Thinking({ summary }: { summary: string }) {
  return (
    <tr>
      <td colSpan={4}>
        <details class="usage-thinking">
          <summary>Reasoning</summary>
          <p dir="auto">{summary}</p>
        </details>
      </td>
    </tr>
  );
}

function tokensOf({ calls }: TicketDetail["usage"]): number {
  return calls.reduce((sum, call) => sum + call.input_tokens + call.output_tokens, 0);
}

function Calls({ usage }: UsageProps) {
  return (
    <table class="usage">
      <thead>
        <tr>
          <th scope="col">Used for</th>
          <th scope="col">Tokens</th>
          <th scope="col">Time</th>
          <th scope="col">Cost</th>
        </tr>
      </thead>
      <tbody>
        {usage.calls.map((call, index) => [
          <tr key={index}>
            <td title={`${call.provider} · ${call.model}`}>
              {taskName(call.task)}
              {call.outcome === "ok" ? null : (
                <span class="usage-outcome">{outcomeWords[call.outcome] ?? call.outcome}</span>
              )}
              {call.advice ? <p class="usage-advice">{call.advice}</p> : null}
            </td>
            <td>{count(call.input_tokens + call.output_tokens)}</td>
            <td>{latency(call.latency_ms)}</td>
            <td>{money(call.cost_micros)}</td>
          </tr>,
          call.thinking ? <Thinking key={`${index} thinking`} summary={call.thinking} /> : null,
        ])}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            {usage.calls.length} call{usage.calls.length === 1 ? "" : "s"}
          </th>
          <td>{count(tokensOf(usage))}</td>
          <td />
          <td>{money(usage.cost_micros)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
