import type { Theme } from "../../../protocol/requests.ts";
import type { Launcher } from "../loader/launcher.ts";

/** Events that the page can listen to. */
export interface PageEvents {
  open: undefined;
  close: undefined;
  /** An answer or a reply arrived. */
  message: { id: string; role: string };
  escalation: { ticket_number: number };
  unread: { count: number };
  /** The tenant's theme is known. */
  theme: Theme;
}

export type PageEventName = keyof PageEvents;
export type NotifyHostPage = <N extends PageEventName>(name: N, detail: PageEvents[N]) => void;

/** Appearance of the widget before the tenant's theme is known. The script tag's values override the theme afterwards too. */
export interface Look {
  accent?: string | undefined;
  position?: "left" | "right" | undefined;
  mode?: "auto" | "light" | "dark" | undefined;
}

/** A call of the page: its name and its arguments. */
export type PageCall = readonly [name: string, args: readonly unknown[]];

export interface PanelOptions {
  apiUrl: string;
  tenantId: string;
  /** Wanted languages, best first. */
  languages: readonly string[];
  look: Look;
  launcher: Launcher;
  /** The page's own element for the chat. With it there is no launcher. */
  inline: HTMLElement | undefined;
  /** Keeps an element beside the page's body, which pages may swap or empty. */
  place: (element: HTMLElement) => void;
}

/** The panel, as the loader uses it. */
export interface Panel {
  /** Runs a call of `Parley(...)` and returns the page's result. */
  run(...call: PageCall): unknown;
  /** Opens the panel if it was open on the previous page, or follows a ticket with an expected or unread answer. */
  resume(): void;
}

/** Exports of the panel's module. */
export interface PanelModule {
  mountPanel(options: PanelOptions): Promise<Panel>;
}
