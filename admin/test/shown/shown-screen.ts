import type { Page } from "playwright-core";
import type { Mock } from "../mock-server.ts";

/** A screen of the console in one state. */
export interface ShownScreen {
  /** Words with hyphens: the file name of the screenshot. */
  name: string;
  path: string;
  /** Selector of an element that is visible when the screen is ready. */
  ready: string;
  /** Changes against the default state of Acme Cloud. */
  before?: (mock: Mock) => void;
  /** The user's actions; they start after `ready`. */
  act?: (page: Page, mock: Mock) => Promise<void>;
  /** Selector of the visible part, when it is not the whole page. */
  part?: string;
  /** Window size in px, when the default shows too little. */
  height?: number;
  width?: number;
  /** Devices on which the screen does not exist. */
  without?: "phone";
}
