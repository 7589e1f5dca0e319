import { describe, expect, it } from "vitest";
import { createModels } from "../models/create-models.ts";
import type { UsageRecord } from "../models/usage-records.ts";
import type { GenerateInput, HistoryMessage, RetrievedChunk } from "../ports.ts";

const tenant = { name: "Acme", tone: "", locale: "en", threshold: 0.7, answer_mode: "stream_first" as const };
const never = new AbortController().signal;

interface Passage {
  title: string;
  heading?: string;
  text: string;
  vector?: number;
  coverage?: number;
}

function chunksOf(...passages: Passage[]): RetrievedChunk[] {
  return passages.map(({ title, heading, text, vector, coverage }, index) => ({
    chunk_id: `c${index + 1}`,
    document_id: `d-${title}`,
    version_id: "v1",
    title,
    source: `${title}.md`,
    url: `https://help.example/${index + 1}`,
    page: null,
    heading: heading ?? null,
    text,
    score: 0.9 - index * 0.1,
    parts: { bm25: 8 - index, vector: vector ?? 0.7 - index * 0.05, ...(coverage === undefined ? {} : { coverage }) },
  }));
}

const twoFactor: Passage = {
  title: "Two-Factor Authentication",
  heading: "Setting up",
  text: `Before setting up two-factor authentication, ensure you have access to your account email address.

To set up Two-Factor Authentication:
1. Navigate to Settings, and click Two-Factor Authentication.

From this page, you see an overview of your settings.
1. Click Add Two-Factor Authentication.
2. Select either the app or text messages as your means of authentication.
3. Enter your country code and phone number.

Teammates need to create their own settings.`,
};
const disabling: Passage = {
  title: "Two-Factor Authentication",
  heading: "Disabling",
  text: `To disable or delete a Two-Factor Authentication setting:
1. Navigate to Settings, and click Two-Factor Authentication.
2. Find the setting you would like to delete.
3. Click Delete.`,
};
const bounces: Passage = {
  title: "Bounces",
  text: `A bounce is a message that is returned to the server that sent it. Bounced emails are either a permanent or a temporary failure, e.g. because the inbox is full.

If you want to receive notification of bounces in your application, you can enable the Event API. For more information on bounces, see [Bounce Forwarding](../forwarding.md).`,
};
const pricing: Passage = {
  title: "Dedicated IPs",
  text: `We recommend to associate your domain with your new dedicated IP. This is available at no extra cost.

Additional dedicated IPs cost an extra $30 per IP per month. They are available on [Pro plans](https://acme.example/plans) and above.

| Plan | IPs |
| Pro | 1 |
| Premier | 2 |`,
};

function inputOf(question: string, chunks: RetrievedChunk[], history: HistoryMessage[] = []): GenerateInput {
  return { question, history, chunks, tenant };
}

function makeModel() {
  const usageRecords: UsageRecord[] = [];
  const models = createModels(
    {
      provider: "extractive",
      small: undefined,
      large: undefined,
      openaiApiKey: undefined,
      openaiBaseUrl: undefined,
      ollamaBaseUrl: undefined,
    },
    { paceMs: 0 },
  );
  return {
    model: models.forTurn({ tenant, recordCall: (usageRecord) => usageRecords.push(usageRecord) }),
    usageRecords,
  };
}

async function answerTo(question: string, ...passages: Passage[]) {
  const chunks = chunksOf(...passages);
  const { model } = makeModel();
  const tokens: string[] = [];
  const answer = await model.generate(inputOf(question, chunks), (text) => tokens.push(text), never);
  const grade = await model.grade({ ...inputOf(question, chunks), answer }, never);
  return { answer, tokens, grade, chunks };
}

describe("an answer made of passages", () => {
  it("is the best section whole, with its source, and without its heading where that only repeats the question", async () => {
    const { answer, chunks } = await answerTo("Setting up?", twoFactor, disabling);
    expect(answer.text).toContain("Before setting up two-factor authentication");
    expect(answer.text).toMatch(
      /1\. Navigate to Settings[\s\S]*4?\. ?Enter your country code[\s\S]*their own settings\. \[1\]$/,
    );
    expect(answer.text).not.toContain("**Setting up**");
    expect(chunks[0]?.text).toContain(answer.citations[0]?.quote);
    const other = await answerTo("How do I protect my account?", twoFactor, disabling);
    expect(other.answer.text).toMatch(/^\*\*Setting up\*\*\n\nBefore/);
  });

  it("is the whole section that a passage is a part of, and says where it goes on", async () => {
    const [chunk, ...others] = chunksOf({ title: "Plans", heading: "Limits", text: "Second part." });
    if (!chunk) throw new Error("a chunk is made");
    const section = { text: "First part.\n\nSecond part.", isCut: true };
    const { model } = makeModel();
    const answer = await model.generate(inputOf("Which limits?", [{ ...chunk, section }, ...others]), () => {}, never);
    expect(answer.text).toBe("First part.\n\nSecond part. [1] […](https://help.example/1)");
  });

  it("shows the section's heading once, also when the text repeats it", async () => {
    const heading = "Limits of the plans";
    const [chunk, ...others] = chunksOf({
      title: "Plans",
      heading,
      text: `## ${heading}\n\n**Limits of the Plans:**\n\nTen agents may write at once.`,
    });
    if (!chunk) throw new Error("there is no passage");
    const { model } = makeModel();
    const { text } = await model.generate(inputOf("How many agents can write?", [chunk, ...others]), () => {}, never);
    expect(text).toBe(`**${heading}**\n\nTen agents may write at once. [1]`);
  });

  it("answers both questions of a message that has all words of two headings", async () => {
    const returns = {
      title: "Help",
      heading: "How long may I return an order?",
      text: "Within 30 days.",
      coverage: 0.7,
    };
    const parcel = { title: "Help", heading: "Who pays for the return parcel?", text: "We pay.", coverage: 0.7 };
    const { answer } = await answerTo(
      "How long may I return an order and who pays for the return parcel?",
      returns,
      parcel,
    );
    expect(answer.text).toContain("30 days. [1]");
    expect(answer.text).toContain("We pay. [2]");
    expect(answer.citations.map(({ index }) => index)).toEqual([1, 2]);
  });

  it("marks each source once, and its quotes stand in their passages", async () => {
    for (const question of [
      "How do I set up two-factor authentication?",
      "What is a bounce?",
      "How much does a dedicated IP cost?",
      "Which plan has two IPs?",
    ]) {
      const { answer, chunks } = await answerTo(question, twoFactor, bounces, pricing);
      const marks = [...answer.text.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index));
      expect(marks.length).toBeGreaterThan(0);
      expect(marks.length).toBe(answer.citations.length);
      expect(new Set(marks)).toEqual(new Set(answer.citations.map((citation) => citation.index)));
      for (const { chunk_id, quote } of answer.citations) {
        expect(quote.length).toBeLessThanOrEqual(300);
        expect(chunks.find((chunk) => chunk.chunk_id === chunk_id)?.text).toContain(quote);
      }
    }
  });

  it("is clean Markdown: no relative links, no half marks, links of the web kept", async () => {
    const { answer } = await answerTo("On which plans are additional dedicated IPs available?", pricing);
    expect(answer.text).toContain("[Pro plans](https://acme.example/plans)");
    const cut = await answerTo("What does bold mean?", {
      title: "Bold",
      text: "Bold means strong. See ![pic](a.png) and [x](./y.md) [12].",
    });
    expect(cut.answer.text).not.toMatch(/\.png|\.md|\[12\]/);
  });

  it("keeps code as it is written", async () => {
    const text =
      "To add a document, run the command `knowledge add <path> --tenant <id>`:\n\n```sh\nparley knowledge add ./docs --tenant <id>\n```";
    const { answer } = await answerTo("How do I add a document?", { title: "CLI", text });
    expect(answer.text).toContain("`knowledge add <path> --tenant <id>`");
    expect(answer.text).toContain("```sh\nparley knowledge add ./docs --tenant <id>\n```");
  });

  it("completes a table so that it is one", async () => {
    const { answer } = await answerTo("How many IPs does the Premier plan have?", {
      title: "Plans",
      text: "| Plan | IPs |\n| Pro | 1 |\n| Premier | 2 |",
    });
    expect(answer.text).toContain("| Plan | IPs |\n| --- | --- |\n| Pro | 1 |\n| Premier | 2 |");
  });

  it("comes in pieces that make up the whole", async () => {
    const { answer, tokens } = await answerTo("What is a bounce?", bounces);
    expect(tokens.length).toBeGreaterThan(3);
    expect(tokens.join("")).toBe(answer.text);
  });

  it("stops with the turn", async () => {
    const controller = new AbortController();
    const { model } = makeModel();
    const running = model.generate(
      inputOf("What is a bounce?", chunksOf(bounces)),
      () => controller.abort(),
      controller.signal,
    );
    await expect(running).rejects.toMatchObject({ kind: "cancelled" });
  });
});

describe("the answerer's own grade", () => {
  it("is high when passages near in meaning hold the words of the question", async () => {
    const { grade } = await answerTo(
      "How do I set up two-factor authentication?",
      { ...twoFactor, vector: 0.82 },
      disabling,
    );
    expect(grade.score).toBeGreaterThan(0.7);
    expect(grade.missing).toEqual([]);
  });

  it("is low, and nothing is drafted, when the passages are about something else", async () => {
    const { grade, answer, tokens } = await answerTo(
      "What is the weather in Paris tomorrow?",
      { ...bounces, vector: 0.08 },
      { ...pricing, vector: 0.05 },
    );
    expect(grade).toMatchObject({ tier: "low" });
    expect(grade.missing).toEqual(expect.arrayContaining(["weather", "paris"]));
    expect(answer).toEqual({ text: "", citations: [] });
    expect(tokens).toEqual([]);
  });

  it("works on a search without vectors", async () => {
    const found = (score: number, coverage: number) =>
      chunksOf(twoFactor, disabling).map((chunk, rank) => ({
        ...chunk,
        score: rank === 0 ? score : score / 2,
        parts: { bm25: 9, coverage },
      }));
    const { model } = makeModel();
    const strong = await model.assess?.(inputOf("How do I set up two-factor authentication?", found(0.8, 1)));
    const weak = await model.assess?.(inputOf("Do you deliver pizza to Berlin?", found(0.2, 0.2)));
    expect(strong?.score).toBeGreaterThan(0.7);
    expect(weak?.score).toBeLessThan(0.3);
  });

  it("is the same before and after writing", async () => {
    const { model } = makeModel();
    const input = inputOf("What is a bounce?", chunksOf(bounces));
    const before = await model.assess?.(input);
    const answer = await model.generate(input, () => {}, never);
    expect(await model.grade({ ...input, answer }, never)).toEqual(before);
  });
});

describe("a question in a conversation", () => {
  const history: HistoryMessage[] = [
    { role: "visitor", content: "How much does a dedicated IP cost?" },
    { role: "assistant", content: "Additional dedicated IPs cost $30 per month. [1]" },
  ];
  const rewritten = (question: string, before = history) =>
    makeModel().model.contextualize({ question, history: before, tenant }, never);

  it.each(["How do I reset my password?", "Can I export my contacts as CSV?", "What is a bounce?"])(
    "comes back letter for letter when it stands alone: %s",
    async (question) => {
      expect(await rewritten(question)).toEqual({ question, unchanged: true });
    },
  );

  it.each(["what about subusers?", "Is that per month?", "and on annual plans", "DKIM?"])(
    "is searched as it stands when it has a content word of its own: %s",
    async (question) => {
      expect(await rewritten(question)).toEqual({ question, unchanged: true });
    },
  );

  it.each(["How do I get it?", "and then?"])(
    "goes on with the question before when it has none: %s",
    async (question) => {
      const before: HistoryMessage[] = [...history, { role: "visitor", content: "ok and why?" }];
      expect((await rewritten(question, before)).question).toBe(`How much does a dedicated IP cost? ${question}`);
    },
  );

  it("is left alone without a history", async () => {
    expect(await rewritten("How much is it?", [])).toEqual({ question: "How much is it?", unchanged: true });
  });
});

it("every call leaves a receipt that costs nothing", async () => {
  const { model, usageRecords } = makeModel();
  const input = inputOf("What is a bounce?", chunksOf(bounces));
  await model.contextualize({ question: input.question, history: [], tenant }, never);
  const answer = await model.generate(input, () => {}, never);
  await model.grade({ ...input, answer }, never);
  expect(
    await model.summarize(
      { question: "and now?", history: [{ role: "visitor", content: "What is a bounce?" }], tenant },
      never,
    ),
  ).toBe("- What is a bounce?\n- and now?");
  expect(usageRecords.map((usageRecord) => usageRecord.task)).toEqual([
    "contextualize",
    "generate",
    "grade",
    "summarize",
  ]);
  expect(
    usageRecords.every(
      (usageRecord) =>
        usageRecord.cost_micros === 0 && usageRecord.outcome === "ok" && usageRecord.provider === "extractive",
    ),
  ).toBe(true);
});

it("hostile passages cost no time", async () => {
  const text = `${"[".repeat(4_000)}${"<a ".repeat(3_000)}${"*_`".repeat(3_000)}${"1. ".repeat(2_000)}${"| ".repeat(2_000)}`;
  const before = process.cpuUsage();
  await answerTo("How do I set it up?", { title: "x", text }, { title: "y", text: `bounce ${text}` });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(2_000);
});
