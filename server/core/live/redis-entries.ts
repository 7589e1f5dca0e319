import { z } from "zod";

/** The fields of every entry that this version needs, whichever version wrote it. */
const entrySchema = z.object({
  stored: z.boolean(),
  event: z.looseObject({ event_id: z.string(), sequence: z.number().int().nonnegative() }),
});

/** Parses an entry of a channel's stream or publication; undefined for an invalid one. */
export function parseEntry(text: string | undefined): z.infer<typeof entrySchema> | undefined {
  if (text === undefined) return undefined;
  try {
    return entrySchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Milliseconds and counter in one number: exact until the year 2255 with fewer than 1,000 entries per millisecond. */
export function toPosition(streamId: string): number {
  const [ms = "0", counter = "0"] = streamId.split("-");
  return Number(ms) * 1_000 + Number(counter);
}

/** The Redis stream id of a position. */
export function toStreamId(position: number): string {
  return `${Math.floor(position / 1_000)}-${position % 1_000}`;
}
