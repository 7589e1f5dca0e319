import type { Page } from "playwright-core";
import type { Mock } from "../mock-server.ts";

/** A screen of the console in one state. */
export interface ShownScreen {
  /** Words with hyphens: the name of its picture. */
  name: string;
  path: string;
  /** What is there once it can be looked at. */
  ready: string;
  /** What is otherwise than at Acme Cloud on a usual morning. */
  before?: (mock: Mock) => void;
  /** What somebody does there; `ready` is waited for first. */
  act?: (page: Page, mock: Mock) => Promise<void>;
  /** The part of the page that is shown, where it is not the whole. */
  part?: string;
  /** Of the window, where the usual one shows too little, in px. */
  height?: number;
  width?: number;
  /** Where it is not to be seen. */
  without?: "phone";
}
