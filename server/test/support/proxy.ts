import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { createGzip } from "node:zlib";

/** What proxies are found to do between visitors and the server. */
export type ProxyKind = "pass" | "gather" | "pack" | "options";

/** A proxy before a server. `gather` passes an answer on once it is over, as buffering does; `pack` compresses; `options` answers preflights. */
export async function startProxy(target: string, kind: ProxyKind): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    if (kind === "options" && request.method === "OPTIONS") {
      response.writeHead(200, { "access-control-allow-origin": "*" }).end();
      return;
    }
    const { method, headers, url = "/" } = request;
    const passed = send(new URL(url, target), { method, headers }, (answer) => {
      const isStream = answer.headers["content-type"]?.includes("event-stream") ?? false;
      const packs = kind === "pack" && isStream;
      response.writeHead(answer.statusCode ?? 500, {
        ...answer.headers,
        ...(packs ? { "content-encoding": "gzip" } : {}),
      });
      response.flushHeaders();
      if (packs) answer.pipe(createGzip()).pipe(response);
      else if (kind === "gather" && isStream) answer.resume();
      else answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    response.on("close", () => passed.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
