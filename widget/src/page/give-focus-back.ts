import type { Launcher } from "../loader/launcher.ts";

/** Gives the keyboard back after the panel was closed: to what opened it, unless the visitor is elsewhere by now. */
export function giveFocusBack({ opener, button }: Launcher): void {
  const { activeElement, body } = document;
  if (activeElement !== body && activeElement?.localName !== "parley-chat") return;
  const options = { preventScroll: true };
  if (opener instanceof HTMLElement || opener instanceof SVGElement) opener.focus(options);
  if (document.activeElement === activeElement) button.focus(options);
}
