import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { startChildServer } from "./child-server.ts";
import { findFreePort } from "./free-port.ts";

/** MCP's own test server, in a separate process, over streamable HTTP. */
export async function startEverythingServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await findFreePort();
  const found = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json");
  const url = `http://127.0.0.1:${port}/mcp`;
  const { stop } = await startChildServer({
    command: process.execPath,
    args: [join(dirname(found), "dist/index.js"), "streamableHttp"],
    spawn: { env: { PATH: process.env.PATH, PORT: String(port) } },
    isReady: async () => (await fetch(url)).status === 400,
    stopSignal: "SIGKILL",
  });
  return { url, stop };
}
