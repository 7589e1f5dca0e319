import { useWorkspace } from "../app-context.ts";
import { useShortcuts } from "../lib/shortcuts.ts";
import type { TicketViewName } from "../lib/views.ts";

const rowSelector = "a[data-ticket]";

interface InboxKeys {
  openId: string | null;
  view: TicketViewName;
  route: (path: string) => void;
}

/** `j`/`k` move through the list with the real focus (Enter is then the link's own), or through open tickets; `/` and Esc. */
export function useInboxKeys({ openId, view, route }: InboxKeys): void {
  const { inbox } = useWorkspace();
  const step = (by: 1 | -1) => (event: KeyboardEvent) => {
    event.preventDefault();
    if (openId && !document.activeElement?.matches(rowSelector)) {
      const items = inbox.items.value;
      const at = items.findIndex((item) => item.id === openId);
      const next = items[at === -1 ? 0 : at + by];
      if (next) route(`/console/inbox/${next.id}?view=${view}`);
      return;
    }
    const rows = [...document.querySelectorAll<HTMLElement>(rowSelector)];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const next = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + by))];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  const inList = (by: 1 | -1) => (event: KeyboardEvent) => {
    if (document.activeElement?.matches(rowSelector)) step(by)(event);
  };
  useShortcuts({
    j: step(1),
    k: step(-1),
    ArrowDown: inList(1),
    ArrowUp: inList(-1),
    "/": (event) => {
      event.preventDefault();
      document.getElementById("inbox-search")?.focus();
    },
    Escape: (event) => {
      const field =
        event.target instanceof HTMLElement && event.target.matches("textarea, input") ? event.target : null;
      if (field) field.blur();
      else if (openId) {
        route(`/console/inbox?view=${view}`);
        requestAnimationFrame(() =>
          document.querySelector<HTMLElement>(`${rowSelector}[data-ticket="${CSS.escape(openId)}"]`)?.focus(),
        );
      }
    },
  });
}
