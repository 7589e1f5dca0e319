import type { Database } from "../../database/database.ts";
import type { FileParser } from "../../knowledge/reading/parsers/file-parser.ts";
import type { HeldBytes } from "./held-bytes.ts";

/** What attachments are made of; wired in `server/wiring/context.ts`. */
export interface AttachmentDeps {
  db: Database;
  /** Looks at bytes in a process of its own. */
  parser: Pick<FileParser, "inspect">;
  /** Bytes of uploads that this process holds at the moment. */
  held: HeldBytes;
}
