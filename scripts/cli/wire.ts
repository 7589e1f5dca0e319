import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";

/** One line from the command line to the server. */
export const operatorRequestSchema = z.strictObject({ command: z.string(), args: z.unknown() });
export type OperatorRequest = z.infer<typeof operatorRequestSchema>;

/** Lines back: notes and text while it runs, then one result or error. */
export const operatorReplySchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("info"), line: z.string() }),
  z.object({ type: z.literal("text"), piece: z.string() }),
  z.object({ type: z.literal("progress"), done: z.number(), total: z.number(), label: z.string() }),
  z.object({ type: z.literal("result"), result: z.unknown() }),
  z.object({ type: z.literal("error"), code: z.string(), message: z.string() }),
]);
export type OperatorReply = z.infer<typeof operatorReplySchema>;

/** Longest path the kernel takes for a socket, with the final zero byte. */
const maxSocketPathBytes = 104;

/** The socket of the server that has this data folder open; a folder with a long path gets a short one elsewhere. */
export function operatorSocketPath(dataDir: string): string {
  const path = join(resolve(dataDir), "operator.sock");
  if (Buffer.byteLength(path) < maxSocketPathBytes) return path;
  return join(tmpdir(), `parley-${createHash("sha256").update(path).digest("hex").slice(0, 24)}.sock`);
}
