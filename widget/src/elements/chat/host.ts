import { parts } from "../../panel/parts.ts";
import { emit } from "../element.ts";
import type { ChatComponent } from "./chat.ts";

/** Events that page scripts act on as if they were the page's: shortcuts, recorders of what is typed, dialogs that take the focus back. */
const ownEvents = [
  ...["keydown", "keypress", "keyup", "beforeinput", "input", "copy", "cut", "paste"],
  ...["compositionstart", "compositionupdate", "compositionend", "focus", "blur", "focusin", "focusout"],
];
/** These keys lead out of the panel. */
const leadsOut = /^(Escape|Tab)$/;
/** A dialog that takes the focus back this soon, in ms, does so each time: nobody could write. */
const stolenWithinMs = 300;
const dialogs = "dialog, [role=dialog], [role=alertdialog], [aria-modal=true]";

const known = new WeakSet<ChatComponent>();

/** Keeps the panel and the scripts of its page apart. Called at each opening. */
export function liveOnPage(element: ChatComponent): void {
  if (!known.has(element)) {
    known.add(element);
    followDialogs(element);
    keepEvents(element);
  }
  closeWhenInert(element);
  if (matchMedia("(max-width: 480px), (max-height: 480px)").matches && !element.isInline)
    void parts.phone.load().then(({ behaveOnPhone }) => behaveOnPhone(element));
}

/**
 * Keeps events inside the panel. A listener of the window comes before those of the document in the capturing phase, so it is the only place
 * where the document's do not see the event. The panel's elements get copies; the browser's own action (typing) is not affected.
 */
function keepEvents(element: ChatComponent): void {
  const keep = (event: Event) => {
    const path = event.composedPath();
    const end = path.indexOf(element);
    if (end <= 0 || leadsOut.test((event as KeyboardEvent).key)) return;
    event.stopImmediatePropagation();
    for (const [at, target] of path.slice(0, end).entries()) {
      // Each shadow tree sees its own element as the target.
      if (at > 0 && !(path[at - 1] instanceof ShadowRoot)) continue;
      const copy = copyOf(event);
      if (event.defaultPrevented) copy.preventDefault();
      if (!target.dispatchEvent(copy)) event.preventDefault();
      if (copy.cancelBubble) return;
    }
  };
  for (const name of ownEvents) addEventListener(name, keep, true);
}

/** The same event, which does not leave the shadow tree where it is dispatched. */
function copyOf(event: Event): Event {
  const read = (from: Event, key: keyof Event) => (key === ("composed" satisfies keyof Event) ? false : from[key]);
  // The constructor reads the fields that its kind of event has.
  const Kind = event.constructor as new (type: string, init: Event) => Event;
  return new Kind(event.type, new Proxy(event, { get: (from, key) => read(from, key as keyof Event) }));
}

/** Closes the panel under a dialog that allows no typing elsewhere. The draft is kept. Its listeners run before those of `keepEvents`. */
function followDialogs(element: ChatComponent): void {
  let enteredAt = Number.NEGATIVE_INFINITY;
  const onFocus = (event: FocusEvent) => {
    const path = event.composedPath();
    const target = path[0] as Element;
    if (path.includes(element)) {
      enteredAt = performance.now();
      return;
    }
    if (closeWhenInert(element, target) || !target.closest?.(dialogs)) return;
    if (performance.now() - enteredAt < stolenWithinMs) close(element);
  };
  let pressed: Event | undefined;
  // Some dialogs let no press through, which would focus the field.
  const onRelease = (event: Event) => {
    const [target] = event.composedPath() as HTMLElement[];
    const isField = event.composedPath().includes(element) && target?.matches?.("textarea, input");
    if (pressed?.defaultPrevented && isField) target?.focus();
    pressed = undefined;
  };
  addEventListener("focusin", onFocus, true);
  addEventListener("mousedown", (event) => (pressed = event), true);
  addEventListener("mouseup", onRelease, true);
  addEventListener("toggle", () => closeWhenInert(element), true);
  new MutationObserver(() => closeWhenInert(element)).observe(element, { attributeFilter: ["inert"] });
}

/** @param focused element with the focus, maybe in a shadow tree of the page. */
function closeWhenInert(element: ChatComponent, focused?: Element): boolean {
  const dialog = document.querySelector("dialog:modal") ?? focused?.closest?.("dialog:modal");
  const isInert = element.inert || (dialog && !dialog.contains(element));
  if (isInert) close(element);
  return Boolean(isInert);
}

function close(element: ChatComponent): void {
  if (!element.hidden && !element.isInline) emit(element, "parley-dismiss", undefined);
}
