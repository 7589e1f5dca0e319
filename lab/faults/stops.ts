import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { projectRoot } from "../../server/core/project-root.ts";
import { type Embedded, onEmbedded, unlimited } from "../bench/embedded.ts";
import { inParallel, post, question } from "../bench/overhead/load.ts";
import { openSession } from "../bench/parley.ts";
import { reportFaults } from "./report.ts";

/**
 * `node dist/lab/faults/stops.js [times]`: stops the embedded default while the embedding model runs, with Ctrl-C during document indexing
 * and with SIGTERM during questions. A process aborts instead of exiting when its model is destroyed from outside.
 */
const idSchema = z.object({ tenant_id: z.string() });
const execute = promisify(execFile);

const ways = { "SIGINT while documents are taken in": stopIngestion, "SIGTERM during a question": stopQuestion };

await reportFaults(async (times) => {
  const problems: string[] = [];
  const endings: Record<string, number> = {};
  for (const [name, stop] of Object.entries(ways))
    await onEmbedded({ ...unlimited, LOG_LEVEL: "error" }, async (embedded) => {
      for (let round = 0; round < times; round += 1) {
        const { child, api } = await embedded.start();
        const ended = once(child, "exit");
        await stop({ ...embedded, child, api, round });
        const [code, signal] = (await ended) as [number | null, string | null];
        const ending = `${name}: ${signal ?? code}`;
        endings[ending] = (endings[ending] ?? 0) + 1;
        if (code !== 0) problems.push(`round ${round}, ${ending}`);
      }
    });
  return { problems, endings };
}, 20);

interface Running extends Embedded {
  child: ChildProcess;
  api: string;
  round: number;
}

/** Adds the guide to a new tenant; some seconds later its passages are being embedded. */
async function stopIngestion({ child, env, round }: Running): Promise<void> {
  const cli = (...args: string[]) =>
    execute(process.execPath, [join(projectRoot, "dist/scripts/parley.js"), ...args, "--json"], { env });
  const made = await cli("tenant", "create", "--name", `Shop ${round}`, "--origin", `https://shop-${round}.example`);
  const { tenant_id } = idSchema.parse(JSON.parse(made.stdout));
  await cli("knowledge", "add", join(projectRoot, "docs/guide"), "--tenant", tenant_id);
  await sleep(200 + Math.random() * 3_000);
  child.kill("SIGINT");
}

/** Each question is new, so each must be embedded; the first embedding starts within some milliseconds. */
async function stopQuestion({ child, api, demo, round }: Running): Promise<void> {
  const { tenantId, site } = await demo();
  const guide = await readdir(join(projectRoot, "docs/guide"));
  const sessions = await Promise.all(guide.slice(0, 8).map(() => openSession(api, tenantId, site)));
  const asks = sessions.map(({ token }, index) =>
    question(api, token, { origin: site, content: `How does ${guide[index]} matter for the ${round}th shop?` }),
  );
  // Interrupted answers are not a problem here.
  const asked = inParallel(asks, asks.length, (ask) => post(ask, "event: token").catch(() => undefined));
  await sleep(Math.random() * 250);
  child.kill("SIGTERM");
  await asked;
}
