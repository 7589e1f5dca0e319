import type { Database } from "../../database/database.ts";
import type { FileParser } from "../../knowledge/reading/parsers/file-parser.ts";
import type { HeldBytes } from "./held-bytes.ts";

/** Dependencies of attachments; wired in `server/wiring/context.ts`. */
export interface AttachmentDeps {
  db: Database;
  /** Inspects bytes in a separate process. */
  parser: Pick<FileParser, "inspect">;
  /** Bytes of uploads that this process holds in memory now. */
  held: HeldBytes;
}
