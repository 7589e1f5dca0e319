import { describe, expect, it } from "vitest";
import { readFile } from "./read-file.ts";

function file(name: string, content: string | Uint8Array) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { name, size: bytes.length, arrayBuffer: () => Promise.resolve(bytes.slice().buffer as ArrayBuffer) };
}

describe("files for the library", () => {
  it.each([
    ["guide.md", "markdown"],
    ["PAGE.HTML", "html"],
    ["notes.txt", "text"],
  ])("%s is read as %s", async (name, format) => {
    expect(await readFile(file(name, "Hello"))).toEqual({
      type: "ok",
      document: { source: name, format, content: "Hello" },
    });
  });

  it.each([
    ["report.pdf", "%PDF", "Only"],
    ["empty.md", " \n", "empty"],
    ["binary.txt", "a\u0000b", "not a text"],
  ])("%s is refused with a reason", async (name, content, reason) => {
    expect(await readFile(file(name, content))).toMatchObject({
      type: "refused",
      reason: expect.stringContaining(reason),
    });
  });

  it("other encodings are understood", async () => {
    const euckr = new Uint8Array([...new TextEncoder().encode('<meta charset="euc-kr"><p>'), 0xc8, 0xaf, 0xba, 0xd2]);
    expect(await readFile(file("page.html", euckr))).toMatchObject({
      document: { content: expect.stringContaining("환불") },
    });
    expect(await readFile(file("old.txt", new Uint8Array([0x63, 0x61, 0x66, 0xe9])))).toMatchObject({
      document: { content: "café" },
    });
    expect(await readFile(file("wide.txt", new Uint8Array([0xff, 0xfe, 0x68, 0x00, 0x69, 0x00])))).toMatchObject({
      document: { content: "hi" },
    });
  });
});
