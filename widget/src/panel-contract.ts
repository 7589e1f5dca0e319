import type { StreamRequest, Theme } from "../../protocol/requests.ts";
import type { VisitorInfo } from "./client/session.ts";

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
export type TellPage = <N extends PageEventName>(name: N, detail: PageEvents[N]) => void;

/** How the widget looks before the tenant's theme is known; what the script tag says wins over it afterwards too. */
export interface Look {
  accent?: string | undefined;
  position?: "left" | "right" | undefined;
  mode?: "auto" | "light" | "dark" | undefined;
}

export interface PanelOptions {
  apiUrl: string;
  tenantId: string;
  /** Wanted languages, best first. */
  languages: readonly string[];
  look: Look;
  visitor: VisitorInfo;
  page: () => StreamRequest["page"];
  onEvent: TellPage;
  /** The visitor closed the panel from inside. */
  onDismiss: () => void;
}

/** The panel, as the loader uses it. */
export interface Panel {
  open(question?: string): void;
  close(): void;
  identify(visitor: VisitorInfo): void;
  shutdown(): void;
}

/** What the panel's module exports. */
export interface PanelModule {
  mountPanel(options: PanelOptions): Panel;
}
