import type pg from "pg";
import type { Parley, Shop } from "../parley.ts";
import { onStage, type Stage } from "../stage.ts";
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
  services: Stage["services"];
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

function growOne(dimension: Dimension, withoutVectors: boolean): Promise<Growth> {
  const options = { model: script, env: { DEMO: "off" }, services: { postgresSettings: () => settings } };
  return onStage(options, async (stage) => {
    const { services, shop: newShop } = stage;
    requireVectors(services, withoutVectors);
    const parley = await stage.start();
    const admin = await stage.admin();
    const world: World = { services, parley, admin, newShop, shop: await newShop() };
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
  });
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
