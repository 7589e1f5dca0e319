import type { StreamRequest } from "../../../protocol/requests.ts";
import type { VisitorInfo } from "./session.ts";

/** What a page tells its chat client. */
export interface ClientOptions {
  apiUrl: string;
  tenantId: string;
  locale: string;
  visitor: VisitorInfo;
  page: () => StreamRequest["page"];
}
