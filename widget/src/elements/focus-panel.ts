/** Gives the panel the keyboard, once what has it is gone from the screen. */
export function focusPanel(): void {
  setTimeout(() => document.querySelector<HTMLElement>("parley-chat")?.focus());
}
