import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const nobody = 65_534;

/** Root may write everywhere, so another user id tries. */
it.skipIf(process.getuid?.() !== 0)("a folder of another user is refused in words", async () => {
  const folder = await mkdtemp(join(tmpdir(), "parley-data-"));
  try {
    await chmod(folder, 0o755);
    const program = `process.setgid(${nobody}); process.setuid(${nobody});
      const { lockDataDir } = await import("${join(import.meta.dirname, "data-dir.ts")}");
      await lockDataDir("${folder}").catch(({ message }) => console.log(message));`;
    const args = [
      "--import",
      join(import.meta.dirname, "../../scripts/setup/load-typescript.mjs"),
      "--input-type=module",
      "-e",
      program,
    ];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
    expect(stdout).toContain(`the user id ${nobody} may not write to DATA_DIR (${folder})`);
  } finally {
    await rm(folder, { recursive: true });
  }
});
