import { afterAll, expect, it } from "vitest";
import { FileParser } from "../parsers/file-parser.ts";

const parser = new FileParser({});
afterAll(() => parser.close());

const page = (refresh: string, body: string) =>
  `<!doctype html><html><head><title>Moved</title><meta http-equiv="refresh" content="${refresh}"></head><body>${body}</body></html>`;
const read = (html: string) => parser.parseFile({ bytes: Buffer.from(html), name: "page.html" });
const opening = "<h1>Opening hours</h1><p>The workshop opens on weekdays at nine.</p>";

it("refuses a page that only sends its readers on, and names the page", async () => {
  const moved = "<p>This page has moved. Select the link if nothing happens.</p>";
  await expect(read(page("0; url=https://docs.example/new", moved))).rejects.toThrow(
    "This page only sends its readers to https://docs.example/new. Add that page instead.",
  );
  await expect(read(page("5;URL='/new'", moved))).rejects.toThrow(
    "This page only sends its readers to another page. Add that page instead.",
  );
});

it("reads a page that only loads itself again, and one with a text of its own", async () => {
  const blocks = async (html: string) => (await read(html)).extraction.blocks.length;
  expect(await blocks(page("60", opening))).toBe(2);
  expect(await blocks(page("600; url=/home", opening))).toBe(2);
  expect(await blocks(page("0; url=/home", opening.repeat(6)))).toBeGreaterThan(2);
});
