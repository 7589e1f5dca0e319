import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../setup/paths.mjs";
import { addressOfFile } from "./addresses.mjs";
import { landingPage, notFoundPage } from "./landing.mjs";
import { madePages } from "./made-pages.mjs";
import { placeOf, readNavigation, readRecords } from "./navigation.mjs";
import { renderPage } from "./render-page.mjs";
import { searchablePage } from "./search-sections.mjs";
import { SearchIndex } from "./site/search-index.ts";
import { pageSources, wronglyListed } from "./sources.mjs";

const sources = pageSources();
const written = sources.map((source) => {
  const markdown = readFileSync(join(projectRoot, source), "utf8");
  return { source, markdown, address: addressOfFile(source), ...renderPage(markdown, source) };
});
const made = madePages();
const pages = [...written, ...made];
const titles = new Map(pages.map(({ source, title }) => [source, title]));
const navigation = { sections: readNavigation(titles), records: readRecords(titles) };
const files = { search: "/search.json" };

describe("the pages of the documentation", () => {
  test("are each listed once in the sidebar, but for the decision records", () => {
    expect(wronglyListed(navigation.sections)).toEqual([]);
    const twice = [
      {
        pages: [...navigation.sections[0].pages, { source: "README.md" }, { source: "README.md" }, { source: "x.md" }],
      },
    ];
    expect(wronglyListed(twice)).toEqual(
      expect.arrayContaining(["docs/guide/faq.md is not in the list", "README.md is in it twice", "x.md is no page"]),
    );
    const addresses = navigation.sections.flatMap((section) => section.pages.map(({ address }) => address));
    for (const { address } of made) expect(addresses.filter((other) => other === address)).toEqual([address]);
  });

  test("have each a title and something to say", () => {
    for (const { source, title, html } of pages) {
      expect(title, source).not.toBe("");
      expect(html.length, source).toBeGreaterThan(100);
    }
  });

  test("lead only to pages, headings and pictures that are there", () => {
    const apps = new Set([
      "/openapi.json",
      "/docs",
      "/docs/live-theming",
      "/docs/guide",
      "/docs/decisions",
      "/demo",
      "/console",
    ]);
    const known = new Map(pages.map((page) => [page.address, page]));
    const made = [landingPage(navigation, files), { ...notFoundPage(files), address: "/docs/none" }];
    const leads = (href, from) => {
      const [target, anchor] = href.split("#");
      const page = known.get(target === "" ? from : target) ?? known.get(`${target}/README`);
      if (anchor === undefined) return page !== undefined || apps.has(target);
      return page?.headings.some(({ id }) => id === anchor) ?? false;
    };
    const lost = [...pages, ...made].flatMap(({ address, html }) =>
      [...html.matchAll(/href="([^"]*)"/g)]
        .filter(([, href]) => !/^https?:/.test(href) && !leads(href, address))
        .map(([, href]) => `${address} -> ${href}`),
    );
    const unseen = pages.flatMap(({ address, html }) =>
      [...html.matchAll(/(?:src|srcset)="\/([^"]*)"/g)]
        .filter(([, file]) => !existsSync(join(projectRoot, file)))
        .map(([, file]) => `${address} -> ${file}`),
    );
    expect(lost).toEqual([]);
    expect(unseen).toEqual([]);
  });

  test("keep the room of every picture", () => {
    const without = pages.flatMap(({ address, html }) =>
      [...html.matchAll(/<img [^>]*>/g)].filter(([img]) => !/ width="\d+" height="\d+"/.test(img)).map(() => address),
    );
    expect(without).toEqual([]);
  });

  test("of the guide ask no question that another page asks", () => {
    const seen = new Map();
    const twice = [];
    for (const { source, headings } of written.filter(({ source }) => source.startsWith("docs/guide/"))) {
      for (const { text } of headings.filter(({ depth }) => depth === 2)) {
        const asked = text.toLowerCase();
        if (seen.has(asked)) twice.push(`${text}: ${seen.get(asked)} and ${source}`);
        seen.set(asked, source);
      }
    }
    expect(seen.size).toBeGreaterThan(0);
    expect(twice).toEqual([]);
  });

  test("know their neighbours: the sidebar's, and a record's the other records", () => {
    const at = (address) => placeOf(address, navigation);
    expect(at("/docs/guide/allowed-domains")).toMatchObject({
      section: { title: "Widget" },
      marked: "/docs/guide/allowed-domains",
      previous: { address: "/docs/guide/embed-the-widget" },
      next: { address: "/docs/guide/theming" },
    });
    const first = at(navigation.records[0].address);
    expect(first).toMatchObject({ section: { title: "About" }, marked: "/docs/decisions/README", previous: undefined });
    expect(first.next).toEqual(navigation.records[1]);
    expect(at("/docs/none")).toMatchObject({ section: undefined, previous: undefined, next: undefined });
  });
});

describe("the search of the pages", () => {
  const index = new SearchIndex(
    pages.map((page) => searchablePage(page, page.markdown, placeOf(page.address, navigation).section?.title ?? "")),
  );
  const first = (query) => index.find(query)[0]?.address;

  test("finds sections by words, other forms of a word, its beginning, and with a letter wrong", () => {
    const subdomains = "/docs/guide/allowed-domains#can-i-use-subdomains";
    for (const query of ["use subdomains", "subdomain", "using subdom", "subdomians wildcard"])
      expect(
        index.find(query).map(({ address }) => address),
        query,
      ).toContain(subdomains);
    expect(first("How do I change the accent color?")).toBe(
      "/docs/guide/theming#how-do-i-change-the-colour-of-the-chat",
    );
    expect(index.find("email")).toEqual(index.find("e-mail"));
    expect(first("DATABASE_URL")).toMatch(/^\/docs\/guide\//);
  });

  // Recorded before the search existed: questions in readers' own words, and the guide pages that answer them. New pages may also answer
  // them, so the limits leave a margin.
  test("finds the page that answers a reader's question", () => {
    const questions = JSON.parse(readFileSync(new URL("search-questions.json", import.meta.url), "utf8"));
    const places = questions.map(([question, pages]) =>
      index.find(question).findIndex(({ address }) => pages.some((page) => address.startsWith(`/docs/guide/${page}`))),
    );
    expect(places.filter((place) => place === 0).length).toBeGreaterThanOrEqual(26);
    expect(places.filter((place) => place >= 0 && place < 5).length).toBeGreaterThanOrEqual(39);
  });

  test("finds nothing for words that every question has, and for none", () => {
    for (const query of ["", "  ", "how do i", "?!", "qqqqqqqq"]) expect(index.find(query), query).toEqual([]);
  });

  test("shows where a section stands, and the words in its text", () => {
    const [found] = index.find("subdomains of any depth");
    expect(found.trail).toBe("Widget › Allowed domains");
    expect(found.excerpt.filter(({ isHit }) => isHit).map(({ text }) => text)).toContain("depth");
    expect(found.excerpt.map(({ text }) => text).join("").length).toBeLessThan(400);
  });

  test("finds decisions by their titles, a page in at most three places", () => {
    expect(index.find("passkeys").map(({ address }) => address)).toContain("/docs/decisions/0061-passkeys");
    const at = index.find("widget").map(({ address }) => address.split("#")[0]);
    for (const page of at) expect(at.filter((other) => other === page).length).toBeLessThanOrEqual(3);
  });
});
