import { useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useWorkspace } from "../../app-context.ts";

interface NextTicket {
  openId: string | null;
  route: (path: string) => void;
}

/** Opens the next ticket of the list once the open one is resolved, with the keyboard on its title; without one, the list. */
export function useNextTicket({ openId, route }: NextTicket): void {
  const { inbox, ticket, done, comeBack } = useWorkspace();
  const here = useRef({ openId, route });
  here.current = { openId, route };
  const wanted = useRef<string | null>(null);
  useSignalEffect(() => {
    const { openId: open, route: go } = here.current;
    const address = inbox.address.peek();
    if (done.value === null || done.value !== open) return;
    done.value = null;
    const items = inbox.items.peek();
    const at = items.findIndex(({ id }) => id === open);
    const next = items[at + 1] ?? items[at - 1];
    wanted.current = next?.id ?? null;
    go(next ? `/console/inbox/${next.id}?${address}` : `/console/inbox?${address}`);
  });
  useSignalEffect(() => {
    const id = comeBack.value;
    if (id === null) return;
    comeBack.value = null;
    if (id !== here.current.openId) here.current.route(`/console/inbox/${id}?${inbox.address.peek()}`);
  });
  useSignalEffect(() => {
    const state = ticket.state.value;
    if (state.type !== "ready" || state.id !== wanted.current) return;
    wanted.current = null;
    requestAnimationFrame(() => document.querySelector<HTMLElement>(".thread-title h1")?.focus());
  });
}
