import { describe, expect, it } from "vitest";
import { costsInProportion } from "../../test/support/cost.ts";
import { clipSpan, sentenceSpans } from "./sentences.ts";

const sentences = (text: string) => sentenceSpans(text).map(({ start, end }) => text.slice(start, end));

describe("sentences", () => {
  it("end at their own full stops, not at those inside code", () => {
    expect(
      sentences("Valid is `*.example.com`, while `*.com` and `www. *.example.com` are refused. Add both."),
    ).toEqual(["Valid is `*.example.com`, while `*.com` and `www. *.example.com` are refused.", "Add both."]);
  });

  it("go on after abbreviations and numbers of lists", () => {
    expect(sentences("Use e.g. the console. 2. Then save it.")).toHaveLength(2);
  });

  it("give back the text word for word, also over line ends", () => {
    const text = "One line\ngoes on. Then 日本語です。次の文。";
    for (const { start, end } of sentenceSpans(text))
      expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
    expect(sentences(text)[0]).toBe("One line\ngoes on.");
  });

  it.each([
    ["Das gilt z. B. für Kunden, d. h. für alle. Am 3. März beginnt es."],
    ["Der 2. Schritt ist einfach. Siehe Abb. 4 und Nr. 7."],
    ["Voir p. ex. la page 3. Ensuite, enregistrez."],
    ["Contacte al Sr. García hoy. Después guarde."],
    ["Así es. Después guarde."],
    ["Il dott. Rossi risponde. Poi salva."],
    ["Zie bijv. Instellingen. Sla dan op."],
    ["Open https://x.example/?q=Test!A now. Then go on."],
    ["Install .NET Core first. Version 3.5 works."],
    ["Ask Dr. Smith or J. Doe. They know."],
    ["Πώς το αλλάζω; Πατήστε εδώ."],
    ["如何重置？点击设置。"],
    ["これは何ですか？設定です。"],
    ["كيف أغيرها؟ اضغط هنا."],
  ])("two of them: %s", (text) => {
    expect(sentences(text)).toHaveLength(2);
  });

  it("end with their paragraph, item and heading", () => {
    expect(sentences("# Setup\nOpen it\n\nA paragraph that\ngoes on\n- one item\n- another\n| a | b |")).toEqual([
      "# Setup",
      "Open it",
      "A paragraph that\ngoes on",
      "- one item",
      "- another",
      "| a | b |",
    ]);
  });

  it("are clauses where a script has no full stops", () => {
    const text = "คุณสามารถรีเซ็ตรหัสผ่านได้จากหน้าการตั้งค่าของบัญชี จากนั้นระบบจะส่งอีเมลยืนยันไปยังที่อยู่ของคุณทันที";
    expect(sentences(text)).toHaveLength(2);
  });

  it("of a very long text take time in proportion to it", () => {
    const many = (times: number) =>
      sentenceSpans("This is a sentence with words, e.g. these (and more). ".repeat(times));
    const one = (times: number) => sentenceSpans("word ".repeat(times));
    expect(many(8_000).length).toBeGreaterThan(1_000);
    expect(one(100_000)).toHaveLength(1);
    // In one piece this would take minutes.
    expect(costsInProportion(many, 8_000)).toBe(true);
    expect(costsInProportion(one, 100_000)).toBe(true);
  });
});

describe("a long quote is cut", () => {
  it("behind a sentence where one ends late enough", () => {
    const text = "Der erste Satz ist z. B. lang genug für das Zitat. Der zweite Satz passt nicht mehr hinein.";
    const { start, end } = clipSpan(text, { start: 0, end: text.length }, 70);
    expect(text.slice(start, end)).toBe("Der erste Satz ist z. B. lang genug für das Zitat.");
  });

  it("between words, also where no spaces stand between them", () => {
    const chinese = "如何启用双因素身份验证请在设置中选择安全选项然后确认";
    const cut = clipSpan(chinese, { start: 0, end: chinese.length }, 10);
    expect(chinese.slice(cut.start, cut.end)).toBe("如何启用双因素身份");
    const english = "one two three four five";
    const words = clipSpan(english, { start: 0, end: english.length }, 12);
    expect(english.slice(words.start, words.end)).toBe("one two");
  });
});
