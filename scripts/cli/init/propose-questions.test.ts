import { expect, it } from "vitest";
import { nearestOf } from "../../../server/core/text/nearest-of.ts";
import { pagesBelow, sectionsOf } from "./look-at-site.ts";
import { questionsFrom } from "./propose-questions.ts";

it("questions of the pages come first, then what they are about; names of pages are no matter", () => {
  const headings = ["Contact", "Opening hours", "How long is the warranty?", "Home", "How long is the warranty?"].map(
    (heading) => ({ title: "Help", heading: `Help > ${heading}` }),
  );
  expect(questionsFrom(headings, 3)).toEqual([
    "How long is the warranty?",
    "What do I need to know about “Opening hours”?",
  ]);
  const many = Array.from({ length: 40 }, (_, n) => ({ title: "FAQ", heading: `Is number ${n} there?` }));
  expect(questionsFrom(many, 2)).toEqual(["Is number 0 there?", "Is number 20 there?"]);
});

it("pages are chosen by the first part of their path", () => {
  const pages = ["/", "/help/a", "/help/b", "/about", "/helpers"].map((path) => `https://shop.example${path}`);
  expect(sectionsOf(pages).map(({ section, pages: own }) => [section, own.length])).toEqual([
    ["/", 3],
    ["/help/", 2],
  ]);
  expect(pagesBelow(pages, ["/help"])).toEqual(["https://shop.example/help/a", "https://shop.example/help/b"]);
});

it("the nearest word is one that could have been meant", () => {
  expect(nearestOf("Acm", ["Acme", "Shop"])).toBe("Acme");
  expect(nearestOf("bod@shop.example", ["bob@shop.example", "ann@shop.example"])).toBe("bob@shop.example");
  expect(nearestOf("zebra", ["Acme", "Shop"])).toBeNull();
});
