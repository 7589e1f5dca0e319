import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate as later } from "node:timers/promises";
import { expect, it } from "vitest";
import { type ArchiveEntry, readTar, writeTar } from "./tar.ts";

const sizes = [0, 1, 511, 512, 513, 100_000, 300_000];
const entries: ArchiveEntry[] = sizes.map((size) => ({ name: `files/${size}`, bytes: Buffer.alloc(size, size % 251) }));
const long = { name: `${"folder/".repeat(40)}name`, bytes: Buffer.from("far down") };

async function* given(list: readonly ArchiveEntry[], onEnd = () => {}): AsyncGenerator<ArchiveEntry> {
  try {
    yield* list;
  } finally {
    onEnd();
  }
}

it("gives back what was put in, to a slow reader, whatever the pieces it comes in", async () => {
  const whole = await buffer(Readable.from(writeTar(given([...entries, long]), new Date(0))));
  for (const piece of [700, 512, 65_536, whole.length]) {
    const pieces = Array.from({ length: Math.ceil(whole.length / piece) }, (_, at) =>
      whole.subarray(at * piece, (at + 1) * piece),
    );
    const read: ArchiveEntry[] = [];
    for await (const entry of readTar(Readable.from(pieces))) {
      await later();
      read.push(entry);
    }
    const whatIs = [...entries, long].map(({ name, bytes }, nth) => [
      name,
      read[nth]?.name,
      read[nth]?.bytes.equals(bytes),
    ]);
    expect(whatIs, `pieces of ${piece}`).toEqual([...entries, long].map(({ name }) => [name, name, true]));
  }
});

it("fails with what its entries or its source fail with, and lets go of both when nobody reads on", async () => {
  const broken = (async function* () {
    yield* entries;
    throw new Error("the database is away");
  })();
  await expect(buffer(Readable.from(writeTar(broken, new Date(0))))).rejects.toThrow("the database is away");
  let ended = 0;
  for await (const _bytes of writeTar(
    given(entries, () => {
      ended += 1;
    }),
    new Date(0),
  ))
    break;
  expect(ended).toBe(1);
  const whole = await buffer(Readable.from(writeTar(given(entries), new Date(0))));
  const cut = readTar(
    (async function* () {
      yield whole.subarray(0, 3_000);
      throw new Error("the disk is away");
    })(),
  );
  await expect(Readable.from(cut).toArray()).rejects.toThrow("the disk is away");
  for await (const { name } of readTar(Readable.from([whole]))) if (name === "files/511") break;
});
