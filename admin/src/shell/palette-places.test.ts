import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pages, searchText, settings, usualWords } from "./palette-places.ts";

const routes = [...readFileSync(new URL("../app.tsx", import.meta.url), "utf8").matchAll(/<Route path="([^":]+)"/g)]
  .map(([, path]) => path ?? "")
  // The start page, and the inbox, whose views are listed one by one; the list of tickets of a figure needs the figure.
  .filter((path) => !["/console", "/console/inbox", "/console/analytics/tickets"].includes(path));

it("the command palette has every page of the console", () => {
  expect(routes.length).toBeGreaterThan(20);
  const listed = new Set([...pages, ...settings].map(({ path }) => path));
  expect(routes.filter((path) => !listed.has(path))).toEqual([]);
});

it("no two entries have the same name and place", () => {
  const names = [...pages, ...settings].map(({ label, hint = "" }) => `${hint} ${label}`);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

it("each named field exists on a screen", () => {
  const folder = new URL("..", import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/palette-places|\.test\./.test(file))
    .map((file) => readFileSync(new URL(file, folder), "utf8"))
    .join("\n");
  const fields = settings.filter(({ hint }) => hint).map(({ label }) => label);
  expect(fields.length).toBeGreaterThan(15);
  expect(fields.filter((label) => !sources.includes(`"${label}"`) && !sources.includes(`>${label}<`))).toEqual([]);
});

it.each([
  ["invite", "People"],
  ["add user", "People"],
  ["permissions", "People"],
  ["upload", "Documents"],
  ["knowledge base", "Documents"],
  ["pdf", "Documents"],
  ["crawl", "Sitemaps"],
  ["api key", "API keys"],
  ["token", "API keys"],
  ["macros", "Canned replies"],
  ["templates", "Canned replies"],
  ["reports", "Analytics"],
  ["password", "Your profile"],
  ["2fa", "Your profile"],
  ["integrations", "Connections"],
  ["slack", "Webhooks"],
  ["logo", "Appearance"],
  ["embed", "Domains and install"],
  ["smtp", "E-mail"],
  ["openai", "Models"],
  ["business hours", "Reply times"],
  ["tags", "Labels"],
  ["gdpr", "Data"],
  ["history", "Audit log"],
])("a newcomer who types “%s” finds %s", (typed, page) => {
  const places = [...pages, ...settings.filter(({ hint }) => !hint)];
  const found = places.filter((place) => {
    const text = searchText({ ...place, also: usualWords[place.path] }, "");
    return typed.split(" ").every((word) => text.includes(word));
  });
  expect(found.map(({ label }) => label)).toContain(page);
});

it("the usual words belong to pages", () => {
  const known = new Set([...pages, ...settings].map(({ path }) => path));
  const unknown = Object.keys(usualWords).filter(
    (path) => !known.has(path) && !path.startsWith("/console/inbox?view="),
  );
  expect(unknown).toEqual([]);
});
