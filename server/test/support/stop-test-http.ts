import { rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { FileParser } from "../../knowledge/reading/parsers/file-parser.ts";
import type { TestBackend } from "./backends.ts";
import type { TestLibrary } from "./open-library.ts";

/** Stops a server under test with all its backends, and deletes its folder. */
export async function stopTestHttp(
  server: Server,
  backend: TestBackend,
  { dataDir, own, inspector }: { dataDir: string; own: TestLibrary; inspector: FileParser },
): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
  await own.close();
  inspector.close();
  await backend.close();
  await rm(dataDir, { recursive: true });
}
