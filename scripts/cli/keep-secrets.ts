import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { z } from "zod";

const secretsSchema = z.object({
  tenant_id: z.string(),
  console_url: z.string(),
  identity_secret: z.string(),
  api_key: z.string(),
  admin: z.object({ email: z.string(), password: z.string() }),
});

/**
 * Puts what nobody can be told again into a file that its owner alone may read: a terminal is looked at by others, recorded and scrolled
 * back. @returns its path, or null when it could not be written and has to be shown.
 */
export async function keepSecrets(dataDir: string, created: unknown): Promise<string | null> {
  const secrets = secretsSchema.parse(created);
  const folder = join(resolve(dataDir), "tenants");
  const file = join(folder, `${secrets.tenant_id}.json`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    return file;
  } catch {
    return null;
  }
}
