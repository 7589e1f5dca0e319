import { useEffect, useState } from "preact/hooks";
import type { SimilarTickets as Similar } from "../../../../protocol/admin-gaps.ts";
import { agentAssistRoutes } from "../../../../protocol/routes/agent-assist.ts";
import { plainLine, plainText } from "../../../../ui/markdown/plain-text.ts";
import { useWorkspace } from "../../app-context.ts";
import { Section } from "../../ui/section.tsx";
import { ageWords, fullTime, now } from "../../ui/time.ts";

/** Agents' answers to similar questions. Optional: nothing is shown until they are loaded. */
export function SimilarTickets({ ticketId }: { ticketId: string }) {
  const { api } = useWorkspace();
  const [items, setItems] = useState<Similar["items"]>([]);
  useEffect(() => {
    const stop = new AbortController();
    setItems([]);
    api.call(agentAssistRoutes.listSimilarTickets, { id: ticketId }, { signal: stop.signal }).then(
      (found) => {
        if (!stop.signal.aborted) setItems(found.items);
      },
      // Optional content: ignore the error.
      () => {},
    );
    return () => stop.abort();
  }, [api, ticketId]);
  if (items.length === 0) return null;
  return (
    <Section title="Answered before">
      <ul class="similar">
        {items.map(({ ticket, question, answer, agent, asked_at }) => (
          <li key={ticket.id}>
            <a href={`/console/inbox/${ticket.id}`} dir="auto">
              {plainLine(question)}
            </a>
            <p dir="auto">{plainText(answer)}</p>
            <small>
              {agent ?? "An agent"} in #{ticket.number},{" "}
              <time dateTime={asked_at} title={fullTime(asked_at)}>
                {ageWords(asked_at, now.value)}
              </time>
            </small>
          </li>
        ))}
      </ul>
    </Section>
  );
}
