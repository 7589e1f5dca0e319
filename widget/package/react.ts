import { createElement, type HTMLAttributes, type ReactElement, useEffect, useSyncExternalStore } from "react";
import { loadParley, type Parley, type ParleyOptions } from "./index.js";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      /** The place of the chat on a page without a launcher; see `ParleyChat`. */
      "parley-chat": import("react").DetailedHTMLProps<import("react").HTMLAttributes<HTMLElement>, HTMLElement>;
    }
  }
}

/** What is on the page, and what it was loaded for. */
interface Running {
  options: string;
  place: Element | null;
  parley: Parley;
}

/** What the mounted components want; the one that came last counts. */
const wishes = new Map<object, ParleyOptions>();
const watchers = new Set<() => void>();
let running: Running | undefined;

/**
 * Has the chat on the page while the component is there, and gives the way to it: nothing before the first effect and on a server. However many
 * components use it, there is one chat. Other options load it anew, and it leaves with the last component; the conversation is kept. What is
 * given is another object then, so that an effect with it among its dependencies listens again.
 */
export function useParley(options: ParleyOptions): Parley | undefined {
  const wish = JSON.stringify(options);
  useEffect(() => {
    const self = {};
    wishes.set(self, JSON.parse(wish) as ParleyOptions); // written a line above
    queueMicrotask(settle);
    return () => {
      wishes.delete(self);
      queueMicrotask(settle);
    };
  }, [wish]);
  return useSyncExternalStore(
    watch,
    () => running?.parley,
    () => undefined,
  );
}

export interface ParleyChatProps
  extends ParleyOptions,
    Omit<HTMLAttributes<HTMLElement>, "children" | keyof ParleyOptions> {}

/** The chat in its place on the page, instead of a launcher. */
export function ParleyChat({
  server,
  tenant,
  language,
  accent,
  position,
  mode,
  nonce,
  teaser,
  ...attributes
}: ParleyChatProps): ReactElement {
  const options = { server, tenant, language, accent, position, mode, nonce, teaser };
  useParley(options);
  // Other options are another chat: an element serves one.
  return createElement("parley-chat", { ...attributes, key: JSON.stringify(options) });
}

/** After all components of a change have come and gone: one that is mounted twice, as in strict mode, changes nothing. */
function settle(): void {
  const wish = [...wishes.values()].at(-1);
  const options = JSON.stringify(wish);
  const place = wish ? document.querySelector("body parley-chat") : null;
  if (running?.options === options && running?.place === place) return;
  if (!running && !wish) return;
  running?.parley.shutdown({ keep: true });
  running = wish && { options, place, parley: loadParley(wish) };
  for (const tell of watchers) tell();
}

function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}
