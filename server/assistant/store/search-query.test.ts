import { expect, it } from "vitest";
import { readSearchQuery } from "./search-query.ts";

it("takes words, phrases and operators apart", () => {
  const query = readSearchQuery(
    'refund from:"Anna Berg" is:waiting label:vip "blue kettle" has:attachment before:2026-03-31 after:2026-01-01 priority:high lat',
  );
  expect(query).toMatchObject({
    words: "refund lat",
    phrases: ["blue kettle"],
    from: ["Anna Berg"],
    is: ["waiting"],
    labels: ["vip"],
    priorities: ["high"],
    hasFile: true,
    before: "2026-03-31",
    after: "2026-01-01",
    problems: [],
  });
  expect(query.terms.map(({ forms: [word], more }) => `${word} ${more > 10}`)).toEqual([
    "refund false",
    "lat true",
    "blue false",
    "kettle false",
  ]);
});

it("reads a number, with # or alone, and nothing longer", () => {
  expect(readSearchQuery("#1042").number).toBe(1042);
  expect(readSearchQuery("1042").number).toBe(1042);
  expect(readSearchQuery("order 1042").number).toBeNull();
  expect(readSearchQuery("12345678901").number).toBeNull();
});

it("says in plain words what it did not understand, and looks for the rest", () => {
  const query = readSearchQuery("is:opne before:2026-02-31 has:cake refund");
  expect(query.problems).toHaveLength(3);
  expect(query.problems[0]).toBe(
    "“is:opne” is not a valid filter. Use “is:” with one of: open, waiting, mine, unassigned, resolved, snoozed, assistant, assigned, overdue.",
  );
  expect(query.terms.map(({ forms: [word] }) => word)).toEqual(["refund"]);
});

it("takes what is no operator of its own for words, and an operator without a value for one still being typed", () => {
  expect(readSearchQuery("error:404 https://shop.example/a").problems).toEqual([]);
  expect(readSearchQuery("error:404").terms.length).toBeGreaterThan(0);
  expect(readSearchQuery("refund is:").problems).toEqual([]);
});

it("asks for words of the grammar only where nothing else was asked for", () => {
  expect(readSearchQuery("where is the refund ").terms.map(({ forms: [word] }) => word)).toEqual(["refund"]);
  expect(readSearchQuery("who are you ").terms).toHaveLength(3);
});
