import type { RefObject } from "preact";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import { useWorkspace } from "../../app-context.ts";
import { plainPreview, ticketTitle } from "../../ui/format.ts";
import { fillVariables } from "./canned-variables.ts";
import { type Suggest, useSuggest } from "./suggest.tsx";

/** So many fit above the answer. */
const maxShown = 8;

/** Canned replies behind a `/`, filled in for the ticket. */
export function useCannedSuggestions(area: RefObject<HTMLTextAreaElement | null>, detail: TicketDetail): Suggest {
  const { canned, me } = useWorkspace();
  const { ticket } = detail;
  const values = {
    "visitor.name": ticket.visitor.name,
    "visitor.email": ticket.visitor.email,
    "agent.name": me.name,
    "ticket.number": String(ticket.number),
    "ticket.subject": ticketTitle(ticket),
    "team.name": me.tenant.name,
  };
  return useSuggest({
    area,
    sign: "/",
    onBegin: () => void canned.load(),
    find(words) {
      const state = canned.state.value;
      const items = state.type === "ready" ? state.items : [];
      const starts = items.filter(({ name }) => name.toLowerCase().startsWith(words));
      const holds = items.filter((item) => !starts.includes(item) && inWords(item, words));
      return [...starts, ...holds].slice(0, maxShown).map(({ id, name, content, is_shared: isShared }) => ({
        id,
        label: name,
        hint: `${isShared ? "" : "Yours · "}${plainPreview(content)}`,
        insert: fillVariables(content, values),
      }));
    },
  });
}

function inWords({ name, content }: { name: string; content: string }, words: string): boolean {
  return `${name}\n${content}`.toLowerCase().includes(words);
}
