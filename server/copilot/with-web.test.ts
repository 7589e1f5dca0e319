import { describe, expect, it } from "vitest";
import type { CopilotPorts } from "./ports.ts";
import { freshState } from "./state.ts";
import { forStrangers, withWeb } from "./with-web.ts";

describe("a query that leaves the house", () => {
  it.each([
    ["What does DHL say on parcel 00340434161094042557?", "What does DHL say on parcel ?"],
    ["Is anna.bell@example.com on a list of spam?", "Is on a list of spam?"],
    ["Customer #88123 asks for the VAT rate of 2026", "Customer asks for the VAT rate of 2026"],
    ["Who calls from +49 30 1234567?", "Who calls from ?"],
    ["order AB-10023344 to Spain, 21 percent of 1,200 euros", "order to Spain, 21 percent of 1,200 euros"],
    ["0034043416109404", ""],
  ])("names nobody: %s", (words, query) => {
    expect(forStrangers(words)).toBe(query);
  });

  const question = "@web And there today? I am anna@example.com";
  const gathered = { documents: [], chunks: [], retrieval: null, best: null, text: "", statements: [], fitted: [] };
  async function queriesWith(write?: CopilotPorts["writeWebQuery"], words = question) {
    const queries: string[] = [];
    const ports = {
      said: Array.from({ length: 7 }, (_, at) => ({ role: "person", content: `said ${at}`, action: null })),
      signal: new AbortController().signal,
      tell: () => {},
      ...(write ? { writeWebQuery: write } : {}),
      findOnWeb: async (query: string) => {
        queries.push(query);
        return [];
      },
    } as unknown as CopilotPorts; // nothing else of it is used
    const state = { ...freshState({ message: words, mentions: {}, attached: null }), web: true };
    const result = await withWeb(async () => gathered)(state, words, ports);
    return { queries, web: result.web };
  }

  it("is written by the model, which sees the last five messages", async () => {
    const seen: string[] = [];
    const { queries } = await queriesWith(async ({ said }) => {
      seen.push(...said.map(({ content }) => content));
      return "VAT rate Spain anna@example.com 2026";
    });
    expect(queries).toEqual(["VAT rate Spain 2026"]);
    expect(seen).toEqual(["said 2", "said 3", "said 4", "said 5", "said 6"]);
  });

  it.each([
    ["fails", () => Promise.reject(new Error("away"))],
    ["writes nothing", async () => " "],
    ["writes a book", async () => "VAT ".repeat(80)],
  ])("is the question itself where the model %s", async (_, write) => {
    expect((await queriesWith(write)).queries).toEqual(["And there today? I am"]);
  });

  it("is not asked where no word is left of it", async () => {
    expect(await queriesWith(undefined, "0034043416109404")).toEqual({ queries: [], web: "searched" });
  });
});
