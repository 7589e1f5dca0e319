import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { allRoutes } from "../../../protocol/routes/all.ts";
import { buildDocument } from "./document.ts";
import { exampleOf } from "./example-of.ts";

describe("examples of the OpenAPI document", () => {
  it.each(allRoutes.filter(({ body }) => body).map((route) => [route.id, route] as const))(
    "%s takes the body that is shown",
    (_id, { body, example }) => {
      const parsed = body?.safeParse(example ?? exampleOf(body));
      expect(parsed?.error?.issues ?? []).toEqual([]);
    },
  );

  it("answers that are shown are such as are given", () => {
    const wrong = allRoutes.flatMap(({ id, response }) =>
      (response?.safeParse(exampleOf(response)).error?.issues ?? []).map(
        ({ path, message }) => `${id} ${path.join(".")}: ${message}`,
      ),
    );
    expect(wrong).toEqual([]);
  });

  it("every text of an answer that is shown says something", () => {
    const empty = allRoutes.flatMap(({ id, response }) => (response ? emptyIn(exampleOf(response), id) : []));
    expect(empty).toEqual([]);
  });
});

describe("the OpenAPI document", () => {
  it("is valid, and says of everything what it is for", async () => {
    const config = await createConfig({
      extends: ["recommended-strict"],
      rules: {
        "info-contact": "error",
        "operation-description": "error",
        "operation-singular-tag": "error",
        "parameter-description": "error",
        "tag-description": "error",
        "no-duplicated-tag-names": "error",
        // The schemas have checked the examples already, in a fraction of the time.
        "no-invalid-media-type-examples": "off",
        // The server's address depends on the operator.
        "no-server-example.com": "off",
        // Probes, pages and streams have no input that could be refused.
        "operation-4xx-response": "off",
        "no-ambiguous-paths": "off",
        // The linter ignores `x-event`, where streams document the content of their frames.
        "no-unused-components": "off",
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(buildDocument("http://localhost:8787")), config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual(
      [],
    );
  });

  it("has one id for each operation, and texts that are sentences", () => {
    const ids = allRoutes.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, summary, description } of allRoutes) {
      expect(id).toMatch(/^[a-z]+(?:[A-Z][a-z]*)*$/);
      expect(summary, id).toMatch(/^[A-Z].*[^.]$/);
      expect(description, id).toMatch(/^[A-Z`].*\.$/);
      expect(description, id).not.toBe(`${summary}.`);
    }
  });
});

/** Paths of empty texts in a value. */
function emptyIn(value: unknown, path: string): string[] {
  if (value === "") return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => emptyIn(inner, `${path}.${name}`));
}
