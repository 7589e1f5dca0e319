import { describe, expect, it } from "vitest";
import { doubts, previewOf, type RestDraft, readRest, restDraft, schemaFor } from "./rest-draft.ts";

const draft: RestDraft = {
  method: "POST",
  path: "/orders/{{order}}/moves",
  query: [{ name: "dry", value: "{{dry}}" }],
  headers: [{ name: "X-Reason", value: "moved to {{day}}" }],
  body: '{"to":"{{day}}","count":"{{count}}","note":"for {{count}} people","fixed":[1,"{{dry}}"]}',
  schema: JSON.stringify({
    properties: {
      order: { examples: ["A/7 ä"] },
      day: { type: "string", default: "2026-11-27" },
      count: { type: "integer" },
      dry: { type: "boolean" },
    },
    required: ["order", "day"],
  }),
};

describe("a REST action", () => {
  it("is shown as it would go out: encoded for its place, values of the body with their types", () => {
    const { url, headers, body } = previewOf(draft, "https://api.example.com/v1/");
    expect(url).toBe("https://api.example.com/v1/orders/A%2F7%20%C3%A4/moves?dry=true");
    expect(headers).toEqual([{ name: "X-Reason", value: "moved to 2026-11-27" }]);
    expect(JSON.parse(body ?? "")).toEqual({ to: "2026-11-27", count: 1, note: "for 1 people", fixed: [1, true] });
  });

  it("says what does not fit together", () => {
    expect(doubts(draft)).toEqual([]);
    expect(doubts({ ...draft, path: "/orders/{{id}}" })).toEqual([
      "{{id}} is not in the schema, so it stays empty.",
      "“order” is not used in the request.",
    ]);
  });

  it("gets a schema from its request, and what was written about an argument stays", () => {
    const schema = JSON.parse(schemaFor({ ...draft, path: "/orders/{{id}}" }));
    expect(Object.keys(schema.properties)).toEqual(["id", "dry", "day", "count"]);
    expect(schema.properties.count).toEqual({ type: "integer" });
    expect(schema.required).toEqual(["id", "day"]);
  });

  it("is what the server takes once it can be read, and says where it cannot", () => {
    expect(readRest(draft)).toMatchObject({ request: { query: { dry: "{{dry}}" }, body: { fixed: [1, "{{dry}}"] } } });
    expect(readRest({ ...restDraft(null), path: "orders", body: "{", schema: "7" })).toEqual({
      problems: {
        path: "The path must start with a slash.",
        body: "Enter valid JSON.",
        schema: "Enter a JSON Schema of an object.",
      },
    });
  });
});
