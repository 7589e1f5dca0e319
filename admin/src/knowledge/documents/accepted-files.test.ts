import { describe, expect, it } from "vitest";
import { refusalOfFile } from "./accepted-files.ts";

describe("files for the library", () => {
  it.each(["report.PDF", "letter.docx", "page.html", "guide.md", "notes.txt", "faq.csv"])("%s is sent", (name) => {
    expect(refusalOfFile({ name, size: 10 })).toBeNull();
  });

  it.each([
    ["photo.png", 10, "Only"],
    ["nothing", 10, "Only"],
    ["empty.md", 0, "empty"],
    ["long.txt", 11 * 1024 * 1024, "10 MB"],
    ["long.pdf", 51 * 1024 * 1024, "50 MB"],
  ])("%s is refused with a reason", (name, size, reason) => {
    expect(refusalOfFile({ name, size })).toContain(reason);
  });
});
