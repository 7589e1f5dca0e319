import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { type ErrorCode, errorStatus } from "../../protocol/errors.ts";
import { AppError } from "../../server/core/errors.ts";
import type { Out } from "./command.ts";
import { type OperatorRequest, operatorReplySchema, operatorSocketPath } from "./wire.ts";

/** Runs a command in the server that has opened this data folder; null when no server has. */
export async function runInServer(
  dataDir: string,
  request: OperatorRequest,
  out: Out,
): Promise<{ result: unknown } | null> {
  const socket = await open(operatorSocketPath(dataDir));
  if (!socket) return null;
  socket.write(`${JSON.stringify(request)}\n`);
  for await (const line of createInterface({ input: socket })) {
    const reply = operatorReplySchema.parse(JSON.parse(line));
    switch (reply.type) {
      case "info":
        out.info(reply.line);
        break;
      case "text":
        out.text(reply.piece);
        break;
      case "progress":
        out.progress?.(reply);
        break;
      case "result":
        return { result: reply.result };
      case "error":
        throw new AppError(toCode(reply.code), reply.message);
      default:
        reply satisfies never;
    }
  }
  throw new AppError("unavailable", "The server stopped before it finished the command. Start it and try again.");
}

function open(path: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once("connect", () => resolve(socket));
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") resolve(null);
      else reject(error);
    });
  });
}

function toCode(code: string): ErrorCode {
  return code in errorStatus ? (code as ErrorCode) : "internal"; // just looked up
}
