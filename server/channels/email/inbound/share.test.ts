import { expect, it } from "vitest";
import { shareParser } from "./share.ts";

it("mails of one tenant leave places for those of others", async () => {
  const hints = { inbound: "in@x.example", tokens: [], addresses: [], names: [] };
  const waiting: (() => void)[] = [];
  const parse = shareParser(() => new Promise<string>((resolve) => waiting.push(() => resolve("read"))));
  const emailOf = (group: string) => ({ bytes: new Uint8Array(), isJson: false, group, hints });
  const flood = Array.from({ length: 4 }, () => parse(emailOf("a")));
  await expect(parse(emailOf("a"))).rejects.toMatchObject({ code: "overloaded", retryAfterSeconds: 10 });
  const other = parse(emailOf("b"));
  for (const end of waiting) end();
  expect(await Promise.all([...flood, other])).toHaveLength(5);
  const next = parse(emailOf("a"));
  waiting.at(-1)?.();
  expect(await next).toBe("read");
});
