import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import type { z } from "zod";

/**
 * The rows of a JSON lines file, gzipped when its name ends so; null when there is no such file.
 * @throws Error naming file and line of a row that is not of the expected shape.
 */
export async function readRows<Row>(path: string, schema: z.ZodType<Row>): Promise<Row[] | null> {
  if (!existsSync(path)) return null;
  const bytes = await readFile(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [parseRow(line, schema, `${path}:${index + 1}`)]));
}

function parseRow<Row>(line: string, schema: z.ZodType<Row>, place: string): Row {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new Error(`${place} is not valid JSON`, { cause });
  }
  const row = schema.safeParse(value);
  if (!row.success)
    throw new Error(
      `${place}: ${row.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ")}`,
    );
  return row.data;
}
