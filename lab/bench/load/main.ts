import { parseArgs } from "node:util";
import { z } from "zod";
import { measureFlood } from "./flood.ts";
import { dimensions, measureGrowth } from "./grow.ts";

const optionsSchema = z.object({
  tenants: z.coerce.number().int().min(3).max(50),
  rate: z.coerce.number().min(0.01).max(5),
  times: z.coerce.number().min(1).max(100),
  quiet: z.coerce.number().int().min(10).max(3_600),
  flood: z.coerce.number().int().min(10).max(3_600),
});

/**
 * `npm run bench load grow [tenants|tickets|chunks|streams ...]`: measures one process with each dimension at 1, 4 and 16 times its base
 * size, and how times and memory of the product's operations grow with it. `npm run bench load [flood]`: measures a production installation
 * (PostgreSQL with pgvector, Redis, two API processes, a worker, a scripted model) under the load of several tenants, one of which floods.
 * Figures are ratios to the quiet phase of the same run.
 */
export async function measureLoad(args: string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      tenants: { type: "string", default: "8" },
      rate: { type: "string", default: "0.4" },
      times: { type: "string", default: "20" },
      quiet: { type: "string", default: "90" },
      flood: { type: "string", default: "180" },
      "without-vectors": { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const withoutVectors = values["without-vectors"];
  const [mode = "flood", ...named] = positionals;
  if (mode === "grow") {
    const only = z.array(z.enum(dimensions)).parse(named);
    return measureGrowth({ only: only.length > 0 ? only : dimensions, withoutVectors });
  }
  if (mode !== "flood") throw new Error(`Unknown mode ${mode}. Use flood or grow.`);
  return measureFlood({ ...optionsSchema.parse(values), withoutVectors });
}
