import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";

/** Request: one line from the command line to the server. */
export const operatorRequestSchema = z.strictObject({ command: z.string(), args: z.unknown() });
export type OperatorRequest = z.infer<typeof operatorRequestSchema>;

/** Reply lines: notes, text and progress while the command runs, then one result or error. */
export const operatorReplySchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("info"), line: z.string() }),
  z.object({ type: z.literal("text"), piece: z.string() }),
  z.object({ type: z.literal("progress"), done: z.number(), total: z.number(), label: z.string() }),
  z.object({ type: z.literal("result"), result: z.unknown() }),
  z.object({ type: z.literal("error"), code: z.string(), message: z.string() }),
]);
export type OperatorReply = z.infer<typeof operatorReplySchema>;

/** Longest path of a socket that the kernel accepts, in bytes, with the final zero byte. */
const maxSocketPathBytes = 104;

/**
 * Path of the socket of the server that has opened this data folder. For a folder with a long path, the socket is in the temporary folder.
 */
export function operatorSocketPath(dataDir: string): string {
  const path = join(resolve(dataDir), "operator.sock");
  if (Buffer.byteLength(path) < maxSocketPathBytes) return path;
  return join(tmpdir(), `parley-${createHash("sha256").update(path).digest("hex").slice(0, 24)}.sock`);
}
