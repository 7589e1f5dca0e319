import { chmod, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { AppError } from "../../server/core/errors.ts";
import type { AppContext } from "../../server/wiring/context.ts";
import type { Command, Out } from "./command.ts";
import { toRefusal } from "./to-refusal.ts";
import { type OperatorReply, operatorRequestSchema, operatorSocketPath } from "./wire.ts";

/**
 * Runs commands of the command line inside the server, because only the server may open the embedded database. Only the owner of the data
 * folder may use the socket.
 * @returns a function that stops listening and lets running commands finish.
 */
export async function startOperatorServer(
  ctx: AppContext,
  commands: ReadonlyMap<string, Command>,
): Promise<() => Promise<void>> {
  const path = operatorSocketPath(ctx.config.dataDir);
  // This process holds the folder's lock, so an existing socket is left over from a process that died.
  await rm(path, { force: true });
  const server = createServer((socket) => serve(socket, ctx, commands));
  await listen(server, path);
  await chmod(path, 0o600);
  return () => stop(server, path);
}

function listen(server: Server, path: string): Promise<void> {
  // Nobody else may connect between listen and chmod.
  const previous = process.umask(0o177);
  return new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  }).finally(() => process.umask(previous));
}

async function stop(server: Server, path: string): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
  await rm(path, { force: true });
}

/** One connection runs one command and is then closed. */
function serve(socket: Socket, ctx: AppContext, commands: ReadonlyMap<string, Command>): void {
  // The client may disconnect at any time; the command still finishes.
  socket.on("error", () => {});
  const send = (reply: OperatorReply) => {
    if (socket.writable) socket.write(`${JSON.stringify(reply)}\n`);
  };
  const lines = createInterface({ input: socket });
  lines.once("line", (line) => {
    lines.close();
    run(line, ctx, { commands, send })
      .catch((error: unknown) => send({ type: "error", ...toRefusal(error) }))
      .finally(() => socket.end());
  });
}

async function run(
  line: string,
  ctx: AppContext,
  { commands, send }: { commands: ReadonlyMap<string, Command>; send: (reply: OperatorReply) => void },
): Promise<void> {
  const request = operatorRequestSchema.parse(JSON.parse(line));
  const command = commands.get(request.command);
  if (!command)
    throw new AppError(
      "not_found",
      "The running server does not know this command. Restart the server after an update.",
    );
  const out: Out = {
    info: (text) => send({ type: "info", line: text }),
    text: (piece) => send({ type: "text", piece }),
    progress: (at) => send({ type: "progress", ...at }),
  };
  ctx.log.info({ command: request.command }, "operator command");
  send({ type: "result", result: await command.run(ctx, request.args, out) });
}
