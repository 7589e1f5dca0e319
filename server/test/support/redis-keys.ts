import { Redis } from "ioredis";

/** Every Redis key that contains a text in its name or value. */
export async function keysWith(url: string, text: string): Promise<string[]> {
  const client = new Redis(url, { lazyConnect: true });
  try {
    await client.connect();
    const found: string[] = [];
    for (const key of await client.keys("*")) {
      const dumped = await client.dumpBuffer(key);
      const type = await client.type(key);
      const value =
        type === "stream"
          ? JSON.stringify(await client.xrange(key, "-", "+"))
          : type === "hash"
            ? JSON.stringify(await client.hgetall(key))
            : type === "string"
              ? ((await client.get(key)) ?? "")
              : "";
      if (`${key} ${value} ${dumped?.toString("latin1")}`.includes(text)) found.push(key);
    }
    return found;
  } finally {
    client.disconnect();
  }
}
