import { expect, it } from "vitest";
import { createLocale } from "../i18n/locale.ts";
import { sizeOf } from "./files.ts";

it("the size of a file has its usual unit, in the visitor's notation", async () => {
  const english = await createLocale(["en"]);
  const sizes = [1, 10, 999, 1_000, 999_499, 999_600, 1_250_000].map((bytes) => sizeOf(bytes, english));
  expect(sizes).toEqual(["1 byte", "10 bytes", "999 bytes", "1 kB", "999 kB", "1 MB", "1.3 MB"]);
  expect(sizeOf(10, { ...english, tag: "de" })).toBe("10 Byte");
});
