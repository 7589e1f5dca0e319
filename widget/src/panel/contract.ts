import type { Theme } from "../../../protocol/requests.ts";
import type { Launcher } from "../loader/launcher.ts";

/** What the page can listen to. */
export interface PageEvents {
  open: undefined;
  close: undefined;
  /** An answer or a reply came in. */
  message: { id: string; role: string };
  escalation: { ticket_number: number };
  unread: { count: number };
  /** The tenant's theme is known. */
  theme: Theme;
}

export type PageEventName = keyof PageEvents;
export type NotifyHostPage = <N extends PageEventName>(name: N, detail: PageEvents[N]) => void;

/** How the widget looks before the tenant's theme is known; what the script tag says wins over it afterwards too. */
export interface Look {
  accent?: string | undefined;
  position?: "left" | "right" | undefined;
  mode?: "auto" | "light" | "dark" | undefined;
}

/** A call of the page: its name, and what belongs to it. */
export type PageCall = readonly [name: string, args: readonly unknown[]];

export interface PanelOptions {
  apiUrl: string;
  tenantId: string;
  /** Wanted languages, best first. */
  languages: readonly string[];
  look: Look;
  launcher: Launcher;
  /** The page's own element for the chat, which then stands there and has no launcher. */
  inline: HTMLElement | undefined;
  /** Keeps an element beside the page's body, which pages may swap or empty. */
  place: (element: HTMLElement) => void;
}

/** The panel, as the loader uses it. */
export interface Panel {
  /** Does what the page asks of `Parley(...)`; gives what the page gets back. */
  run(...call: PageCall): unknown;
  /** Opens itself as on the page before, or follows a ticket that waits for a person. */
  resume(): void;
}

/** What the panel's module exports. */
export interface PanelModule {
  mountPanel(options: PanelOptions): Promise<Panel>;
}
