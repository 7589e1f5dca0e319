import type { RefObject } from "preact";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import { plainLine } from "../../../../ui/markdown/plain-text.ts";
import { useWorkspace } from "../../app-context.ts";
import { fillVariables } from "./canned-store.ts";
import type { Composer } from "./composer-store.ts";
import { answerId, useGrowingHeight } from "./focus-answer.ts";
import { formatByKey } from "./format-bar.tsx";
import { type Suggest, SuggestList, suggestAria, useSuggest } from "./suggest.tsx";

interface AnswerAreaProps {
  area: RefObject<HTMLTextAreaElement | null>;
  box: Composer;
  detail: TicketDetail;
  onCheck: () => void;
  /** Called with the name of a canned reply to create. */
  onCreate: (name: string) => void;
  /** The preview is shown in its place. */
  isHidden: boolean;
}

/** The text field, with canned replies after a `/`. */
export function AnswerArea({ area, box, detail, onCheck, onCreate, isHidden }: AnswerAreaProps) {
  const replies = useCannedSuggestions(area, detail, onCreate);
  useGrowingHeight(area, box.text.value);
  return (
    <>
      <SuggestList suggest={replies} label="Canned replies" />
      <textarea
        ref={area}
        id={answerId}
        class="composer-text"
        rows={2}
        hidden={isHidden}
        dir="auto"
        aria-label={`Reply to ticket ${detail.ticket.number}`}
        aria-describedby="composer-hint composer-error"
        placeholder={placeholderFor(detail)}
        value={box.text.value}
        {...suggestAria(replies)}
        onInput={(event) => {
          box.type(event.currentTarget.value);
          replies.look();
        }}
        onClick={replies.look}
        onBlur={replies.close}
        onKeyDown={(event) => {
          if (replies.onKey(event) || formatByKey(event, event.currentTarget)) return;
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
          event.preventDefault();
          if (event.shiftKey) onCheck();
          else void box.send();
        }}
      />
    </>
  );
}

function placeholderFor({ ticket }: TicketDetail): string {
  if (ticket.owner === "assistant") return "Write a reply to take over from the AI";
  return "Write a reply… / for canned replies";
}

/** Longer than the line of a suggestion. */
const maxHintChars = 400;

/** Suggestions that fit above the reply. */
const maxShown = 8;

/** Canned replies after a `/`, with the ticket's values filled in. */
function useCannedSuggestions(
  area: RefObject<HTMLTextAreaElement | null>,
  detail: TicketDetail,
  onCreate: (name: string) => void,
): Suggest {
  const { canned, me } = useWorkspace();
  const { ticket } = detail;
  const values = {
    "visitor.name": ticket.visitor.name,
    "visitor.email": ticket.visitor.email,
    "agent.name": me.name,
    "ticket.number": String(ticket.number),
    "ticket.subject": ticket.subject || null,
    "team.name": me.tenant.name,
  };
  return useSuggest({
    area,
    sign: "/",
    onBegin: () => void canned.load(),
    empty: (words) =>
      canned.state.value.type === "ready"
        ? {
            text: words ? `No canned reply matches “${words}”.` : "No canned replies yet.",
            action: { label: "Create a canned reply", run: () => onCreate(words) },
          }
        : null,
    find(words) {
      const state = canned.state.value;
      const items = state.type === "ready" ? state.items : [];
      const starts = items.filter(({ name }) => name.toLowerCase().startsWith(words));
      const holds = items.filter((item) => !starts.includes(item) && inWords(item, words));
      return [...starts, ...holds].slice(0, maxShown).map(({ id, name, content, is_shared: isShared }) => ({
        id,
        label: name,
        hint: `${isShared ? "" : "Yours · "}${plainLine(content.slice(0, maxHintChars))}`,
        insert: fillVariables(content, values),
      }));
    },
  });
}

function inWords({ name, content }: { name: string; content: string }, words: string): boolean {
  return `${name}\n${content}`.toLowerCase().includes(words);
}
