import { useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useWorkspace } from "../app-context.ts";
import type { TicketViewName } from "../lib/views.ts";

interface NextTicket {
  openId: string | null;
  view: TicketViewName;
  route: (path: string) => void;
}

/** Opens the next ticket of the list once the open one is resolved, with the keyboard on its title; without one, the list. */
export function useNextTicket({ openId, view, route }: NextTicket): void {
  const { inbox, ticket, done, comeBack } = useWorkspace();
  const here = useRef({ openId, view, route });
  here.current = { openId, view, route };
  const wanted = useRef<string | null>(null);
  useSignalEffect(() => {
    const { openId: open, view: shown, route: go } = here.current;
    if (done.value === null || done.value !== open) return;
    done.value = null;
    const items = inbox.items.peek();
    const at = items.findIndex(({ id }) => id === open);
    const next = items[at + 1] ?? items[at - 1];
    wanted.current = next?.id ?? null;
    go(next ? `/console/inbox/${next.id}?view=${shown}` : `/console/inbox?view=${shown}`);
  });
  useSignalEffect(() => {
    const id = comeBack.value;
    if (id === null) return;
    comeBack.value = null;
    if (id !== here.current.openId) here.current.route(`/console/inbox/${id}?view=${here.current.view}`);
  });
  useSignalEffect(() => {
    const state = ticket.state.value;
    if (state.type !== "ready" || state.id !== wanted.current) return;
    wanted.current = null;
    requestAnimationFrame(() => document.querySelector<HTMLElement>(".thread-title h1")?.focus());
  });
}
