import { createElement, type HTMLAttributes, type ReactElement, useEffect, useSyncExternalStore } from "react";
import { loadParley, type Parley, type ParleyOptions } from "./index.js";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      /** Element for the chat inside a page without a launcher; see `ParleyChat`. */
      "parley-chat": import("react").DetailedHTMLProps<import("react").HTMLAttributes<HTMLElement>, HTMLElement>;
    }
  }
}

/** The chat on the page, with the options that it was loaded with. */
interface Running {
  options: string;
  place: Element | null;
  parley: Parley;
}

/** Options of the mounted components; the latest one counts. */
const wishes = new Map<object, ParleyOptions>();
const watchers = new Set<() => void>();
let running: Running | undefined;

/**
 * Keeps the chat on the page while the component is mounted. Returns its interface; undefined before the first effect and on a server. All
 * components share one chat. Changed options reload it, and it is removed with the last component; the conversation is kept. After a reload
 * the returned object is a new one, so that an effect that depends on it subscribes again.
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

/** The chat inside the page, instead of a launcher. */
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
  // An element serves one chat, so other options need a new element.
  return createElement("parley-chat", { ...attributes, key: JSON.stringify(options) });
}

/**
 * Runs after all components of an update were mounted and unmounted. A component that is mounted twice, as in strict mode, changes nothing.
 */
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
