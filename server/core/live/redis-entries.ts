import { z } from "zod";

/** What this version needs to know of every entry, whoever wrote it. */
const entrySchema = z.object({
  stored: z.boolean(),
  event: z.looseObject({ event_id: z.string(), sequence: z.number().int().nonnegative() }),
});

/** An entry as it stands in a channel's stream and is published; nothing for what is none. */
export function parseEntry(text: string | undefined): z.infer<typeof entrySchema> | undefined {
  if (text === undefined) return undefined;
  try {
    return entrySchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Milliseconds and counter in one number: exact until the year 2255 with fewer than 1,000 entries in a millisecond. */
export function toPosition(streamId: string): number {
  const [ms = "0", counter = "0"] = streamId.split("-");
  return Number(ms) * 1_000 + Number(counter);
}

/** The stream's own id for a position. */
export function toStreamId(position: number): string {
  return `${Math.floor(position / 1_000)}-${position % 1_000}`;
}
