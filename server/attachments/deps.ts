import type { FileParser } from "../reading/parsers/file-parser.ts";
import type { Database } from "../store/database.ts";
import type { HeldBytes } from "./held-bytes.ts";

/** What attachments are made of; wired in `server/context.ts`. */
export interface AttachmentDeps {
  db: Database;
  /** Looks at bytes in a process of its own. */
  parser: Pick<FileParser, "inspect">;
  /** Bytes of uploads that this process holds at the moment. */
  held: HeldBytes;
}
