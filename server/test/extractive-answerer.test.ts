import { describe, expect, it } from "vitest";
import type { GenerateInput, HistoryMessage, RetrievedChunk } from "../assistant/ports.ts";
import { createModels } from "../models/create-models.ts";
import type { CallReceipt } from "../models/receipts.ts";

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
  const receipts: CallReceipt[] = [];
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
  return { model: models.forTurn({ tenant, recordCall: (receipt) => receipts.push(receipt) }), receipts };
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
  it("gives the steps whole, in order, numbered through", async () => {
    const { answer } = await answerTo("How do I set up two-factor authentication?", twoFactor, disabling);
    expect(answer.text).toContain("To set up Two-Factor Authentication:\n\n1. Navigate");
    expect(answer.text).toMatch(
      /1\. Navigate to Settings.*overview.*\n2\. Click Add.*\n3\. Select either.*\n4\. Enter your country code/,
    );
    expect(answer.text).not.toMatch(/disable or delete/);
  });

  it("chooses the passage of the opposite when that is asked", async () => {
    const { answer } = await answerTo("How do I disable two-factor authentication?", twoFactor, disabling);
    expect(answer.text).toMatch(/^To disable or delete/);
  });

  it("begins with the sentence that defines what was asked for", async () => {
    const { answer } = await answerTo("What does a bounce mean?", pricing, bounces);
    expect(answer.text).toMatch(/^A bounce is a message that is returned to the server that sent it\. Bounced emails/);
  });

  it("answers a question for a price with the price", async () => {
    const { answer } = await answerTo("How much does a dedicated IP cost?", pricing, bounces);
    expect(answer.text).toMatch(/^Additional dedicated IPs cost an extra \$30/);
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
      text: "**Bold means strong. It ends here**. See ![pic](a.png) and [x](./y.md) [12].",
    });
    expect(cut.answer.text).not.toMatch(/\*\*|\.png|\.md|\[12\]/);
  });

  it("keeps code as it is written", async () => {
    const text =
      "To add a document, run the command `knowledge add <path> --tenant <id>`:\n\n```sh\nparley knowledge add ./docs --tenant <id>\n```";
    const { answer } = await answerTo("How do I add a document?", { title: "CLI", text });
    expect(answer.text).toContain("`knowledge add <path> --tenant <id>`");
    expect(answer.text).toContain("```sh\nparley knowledge add ./docs --tenant <id>\n```");
  });

  it("quotes the rows of a table that are asked for, under its header", async () => {
    const table = `Choose one of our plans.

| Plan | Price | Messages |
| --- | --- | --- |
| Free | $0 | 100 |
| Basic | $15 | 1,000 |
| Growth | $49 | 10,000 |
| Scale | $199 | 100,000 |`;
    const { answer } = await answerTo("How much does the Growth plan cost?", { title: "Plans", text: table });
    expect(answer.text).toContain("| Plan | Price | Messages |\n| --- | --- | --- |\n| Growth | $49 | 10,000 |");
    expect(answer.text).not.toContain("Scale");
    expect(answer.citations[0]?.quote).toBe("| Growth | $49 | 10,000 |");
    const all = await answerTo("Which plans are there and what are their prices?", { title: "Plans", text: table });
    expect(all.answer.text).toContain("Scale");
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

  it("is lower when the question wants a number and there is none", async () => {
    const passage = { title: "Refunds", text: "Refunds for annual plans are paid to the card.", vector: 0.7 };
    const some = await answerTo("How long do refunds for annual plans take?", {
      ...passage,
      text: `${passage.text} Refunds for annual plans take five days.`,
    });
    const none = await answerTo("How long do refunds for annual plans take?", passage);
    expect(none.grade.score).toBeLessThan(some.grade.score - 0.1);
  });

  it("is low when a comparison finds only one of its sides, and says so", async () => {
    const hard = {
      title: "Hard bounces",
      text: "A hard bounce is a permanent failure: the address does not exist.",
      vector: 0.8,
    };
    const soft = {
      title: "Soft bounces",
      text: "A soft bounce is temporary, e.g. because the inbox is full.",
      vector: 0.7,
    };
    const question = "What is the difference between a hard bounce and a soft bounce?";
    const both = await answerTo(question, hard, { ...pricing, vector: 0.75 }, soft);
    expect(both.answer.text).toContain("permanent failure");
    expect(both.answer.text).toContain("temporary");
    expect(both.answer.citations).toHaveLength(2);
    expect(both.grade.score).toBeGreaterThan(0.7);
    const half = await answerTo(question, hard, { ...pricing, vector: 0.75 });
    expect(half.grade.score).toBeLessThanOrEqual(0.4);
    expect(half.grade.reason).toMatch(/only one/);
    const named = await answerTo(question, {
      title: "Mail settings",
      text: "Old entries of your hard bounce and soft bounce lists are deleted.",
      vector: 0.8,
    });
    expect(named.grade.score).toBeLessThanOrEqual(0.4);
  });

  it("is higher when the talk so far is about what the passages tell, for a question that leaves its subject open", async () => {
    const { model } = makeModel();
    const said = [
      { role: "assistant" as const, content: "A bounce is a message that is returned to the server that sent it." },
    ];
    const gradeOf = async (question: string, more: Pick<GenerateInput, "said">) =>
      (await model.assess?.({ ...inputOf(question, chunksOf({ ...bounces, vector: 0.2 })), ...more }))?.score ?? 0;
    const open = "And the server?";
    expect(await gradeOf(open, { said })).toBeGreaterThan((await gradeOf(open, {})) + 0.05);
    const foreign = "Do you sell shoes?";
    expect(await gradeOf(foreign, { said })).toBeLessThan((await gradeOf(foreign, {})) + 0.05);
  });

  it("works on a search without vectors", async () => {
    const chunks = chunksOf(twoFactor, disabling).map((chunk) => ({ ...chunk, parts: { bm25: 9 } }));
    const { model } = makeModel();
    const strong = await model.assess?.(inputOf("How do I set up two-factor authentication?", chunks));
    const weak = await model.assess?.(inputOf("Do you deliver pizza to Berlin?", chunks));
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

  it.each(["How do I get it?", "what about subusers?", "Is that per month?", "and on annual plans"])(
    "gets the subject of the conversation when it leans on it: %s",
    async (question) => {
      const result = await rewritten(question);
      expect(result.unchanged).toBe(false);
      expect(result.question.startsWith(question)).toBe(true);
      expect(result.question).toMatch(/dedicated IP/);
    },
  );

  it("reaches over bare replies to what was asked first", async () => {
    const before: HistoryMessage[] = [
      ...history,
      { role: "visitor", content: "ok and why?" },
      { role: "visitor", content: "yes" },
    ];
    expect((await rewritten("how do I get them?", before)).question).toMatch(/dedicated IP/);
  });

  it("is left alone without a history", async () => {
    expect(await rewritten("How much is it?", [])).toEqual({ question: "How much is it?", unchanged: true });
  });
});

it("every call leaves a receipt that costs nothing", async () => {
  const { model, receipts } = makeModel();
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
  expect(receipts.map((receipt) => receipt.task)).toEqual(["contextualize", "generate", "grade", "summarize"]);
  expect(
    receipts.every(
      (receipt) => receipt.cost_micros === 0 && receipt.outcome === "ok" && receipt.provider === "extractive",
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
