import type { StreamRequest } from "../../../protocol/requests.ts";
import type { VisitorInfo } from "./session.ts";

/** Options of a page for its chat client. */
export interface ClientOptions {
  apiUrl: string;
  tenantId: string;
  /** The visitor's language: passages in it come first. */
  locale: string;
  visitor: VisitorInfo;
  page: () => StreamRequest["page"];
}
