import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createShop, environment, type Parley, type Shop, startModel, startParley } from "../parley.ts";
import { end } from "../processes.ts";
import { type Services, startServices } from "../services.ts";
import { requireVectors } from "./installation.ts";
import { type Figures, measureOperations } from "./operations.ts";
import { type Growth, printGrowth } from "./print-tables.ts";
import { addChunks, addTenants, addTickets, openStreams } from "./seeds.ts";

/** The dimensions that grow, with their base sizes; each is measured at 1, 4 and 16 times the base. Two cores can handle the largest. */
const bases = { tenants: 60, tickets: 2_500, chunks: 3_000, streams: 125 };
export type Dimension = keyof typeof bases;
export const dimensions = Object.keys(bases) as Dimension[];
const sizes = [1, 4, 16] as const;

/** A vector index is built in memory when it fits; the default of 64 MB holds about 30,000 vectors. */
const settings = ["maintenance_work_mem=512MB"];
/** The model answers at full speed, because its time does not grow. */
const script = { firstMs: 0, tokenMs: 0, tokens: 60 };

/** An installation of one process with dimensions that grow. */
export interface World {
  services: Services;
  env: Record<string, string>;
  folder: string;
  parley: Parley;
  /** Connection of the superuser. */
  admin: pg.Client;
  /** The measured tenant. */
  shop: Shop;
  newShop(): Promise<Shop>;
}

/** Measures the product's own operations while one dimension grows to sixteen times its size, one dimension after another. */
export async function measureGrowth(options: { only: Dimension[]; withoutVectors: boolean }): Promise<boolean> {
  const grown: Growth[] = [];
  for (const dimension of options.only) grown.push(await growOne(dimension, options.withoutVectors));
  return printGrowth(grown);
}

async function growOne(dimension: Dimension, withoutVectors: boolean): Promise<Growth> {
  const services = await startServices({ postgresSettings: () => settings });
  const folder = await mkdtemp(join(tmpdir(), "parley-grow-"));
  const model = await startModel(script);
  const env = { ...environment(services, join(folder, "data"), model.url), DEMO: "off" };
  const admin = new pg.Client({ connectionString: services.superuserUrl });
  let parley: Parley | undefined;
  try {
    requireVectors(services, withoutVectors);
    parley = await startParley(env);
    await admin.connect();
    const newShop = () => createShop(env, join(folder, "docs"));
    const world: World = { services, env, folder, parley, admin, newShop, shop: await newShop() };
    // The first calls compile the code and fill the caches.
    await measureOperations(world);
    const steps: { size: number; figures: Figures }[] = [];
    for (const times of sizes) {
      const size = bases[dimension] * times;
      process.stderr.write(`${dimension}: ${size}\n`);
      const { filled, release } = await grow(world, dimension, { size, times });
      await admin.query("vacuum analyze");
      steps.push({ size, figures: { ...(await measureOperations(world)), ...filled } });
      await release?.();
    }
    return { dimension, steps };
  } finally {
    await admin.end().catch(() => {});
    if (parley) await end(parley.child, "SIGTERM");
    await end(model.child, "SIGTERM");
    await services.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Grows one dimension to its size. @returns the figures of the growth itself, and a function that releases its resources. */
async function grow(
  world: World,
  dimension: Dimension,
  { size, times }: { size: number; times: number },
): Promise<{ filled: Figures; release?: () => Promise<void> }> {
  if (dimension === "streams") return openStreams(world, size);
  if (dimension === "tenants") {
    await addTenants(world, size - (times === 1 ? 0 : size / 4));
    return { filled: {} };
  }
  // A new tenant for each size, without earlier questions. The smaller tenants stay, so the tables are even larger.
  world.shop = await world.newShop();
  return { filled: dimension === "tickets" ? await addTickets(world, size) : await addChunks(world, size) };
}
