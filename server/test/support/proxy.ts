import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { createGzip } from "node:zlib";

/**
 * Known behaviour of proxies between browsers and the server. `gather` buffers each stream until its end; `gather-get` does so for GET
 * only; `gather-start` holds its first kilobyte; `pack` compresses streams and holds them; `options` answers preflights.
 */
export type ProxyKind = "pass" | "gather" | "gather-get" | "gather-start" | "pack" | "options";

/** Bytes that `gather-start` waits for. */
const startBytes = 1_024;

/** A proxy before a server. It keeps the Host header of the browser. */
export async function startProxy(target: string, kind: ProxyKind): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    const { method, headers, url = "/" } = request;
    if (kind === "options" && method === "OPTIONS") {
      response.writeHead(200, { "access-control-allow-origin": "*" }).end();
      return;
    }
    const passed = send(new URL(url, target), { method, headers }, (answer) => {
      const isStream = answer.headers["content-type"]?.includes("event-stream") ?? false;
      const packs = kind === "pack" && isStream;
      response.writeHead(answer.statusCode ?? 500, {
        ...answer.headers,
        ...(packs ? { "content-encoding": "gzip" } : {}),
      });
      const holds = kind === "gather" || (kind === "gather-get" && method === "GET");
      const heldBytes = !isStream ? 0 : holds ? Number.POSITIVE_INFINITY : kind === "gather-start" ? startBytes : 0;
      if (packs) answer.pipe(createGzip()).pipe(response);
      else if (heldBytes === 0) answer.pipe(response);
      else {
        const held: Buffer[] = [];
        answer.on("data", (piece: Buffer) => {
          held.push(piece);
          if (held.reduce((sum, { length }) => sum + length, 0) >= heldBytes)
            response.write(Buffer.concat(held.splice(0)));
          else return;
          answer.removeAllListeners("data").pipe(response);
        });
        answer.on("end", () => response.end(Buffer.concat(held)));
      }
      if (heldBytes === 0) response.flushHeaders();
    });
    passed.on("error", () => response.destroy());
    response.on("close", () => passed.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
