import { randomBytes } from "node:crypto";
import { access, constants, mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { SessionSecret } from "./config/config.ts";

/** Another process uses the folder; the embedded database allows only one. */
class DataDirBusyError extends Error {
  override readonly name = "DataDirBusyError";
}

/**
 * Locks DATA_DIR for this process. Replaces the lock of a process that was killed.
 * @returns a function that releases the folder.
 * @throws DataDirBusyError naming the process that holds the lock.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  await requireWritable(dataDir);
  const file = join(dataDir, "server.lock");
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const handle = await open(file, "wx", 0o600);
      await handle.writeFile(String(process.pid));
      await handle.close();
      return () => rm(file, { force: true });
    } catch (error) {
      if (!isCode(error, "EEXIST")) throw error;
      const holder = Number(await readFile(file, "utf8").catch(() => ""));
      if (isAlive(holder))
        throw new DataDirBusyError(
          `Another Parley process (${holder}) is using ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
        );
      await rm(file, { force: true });
    }
  }
  throw new DataDirBusyError(`${dataDir} could not be locked.`);
}

/** Creates the folder. @throws Error in words when this user may not write there, as in a container with another user id. */
async function requireWritable(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].some((code) => isCode(error, code))) throw error;
    const user = process.getuid?.() ?? "this user";
    throw new Error(
      `Parley cannot start: the user id ${user} may not write to DATA_DIR (${dataDir}). Give it the folder (chown ${user} ${dataDir}) or mount a writable one. With DATABASE_URL and SESSION_SECRETS, Parley needs no DATA_DIR.`,
      { cause: error },
    );
  }
}

const secretsSchema = z.object({ session: z.array(z.object({ kid: z.string(), secret: z.string().min(32) })).min(1) });

/** The session secrets of an installation without configured ones: generated once, readable only by the owner. */
export async function loadOwnSecrets(dataDir: string): Promise<SessionSecret[]> {
  const file = join(dataDir, "secrets.json");
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  });
  if (text !== undefined) return secretsSchema.parse(JSON.parse(text)).session;
  const session = [{ kid: "own1", secret: randomBytes(48).toString("base64url") }];
  await requireWritable(dataDir);
  await writeFile(file, JSON.stringify({ session }, null, 2), { mode: 0o600, flag: "wx" });
  return session;
}

/** This process may have the id of a dead process (in a container it always does), so its own id counts as dead. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, "EPERM");
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
