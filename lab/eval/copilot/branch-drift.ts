import { createLocalEmbedder } from "../../../server/assistant/models/local/local-embedder.ts";
import { meaningOf, summaryByRules } from "../../../server/copilot/conversation-summary.ts";

/**
 * How near the summaries of conversations are that speak of the same and of different things, with and without the titles of the documents that they
 * used: `node dist/lab/eval/copilot/branch-drift.js`. A branch below 0.3 to its parent counts as moved away (docs/decisions/0123).
 */
type Round = [asked: string, found: string];
const topics: { document: string; rounds: Round[] }[] = [
  {
    document: "Refund policy",
    rounds: [
      [
        "What has changed in the refund policy?",
        "Time for returns: 14 days / 30 days. Return postage: paid by the customer.",
      ],
      ["And for shoes that were worn once?", "Worn items are not taken back unless faulty."],
      ["Check this reply on sending back sale items", "Sale items can be sent back within 14 days."],
      ["Who pays the postage of a return?", "The customer pays return postage, except for faulty goods."],
    ],
  },
  {
    document: "Terms of delivery",
    rounds: [
      ["How long do parcels to Norway take?", "Parcels to Norway leave within two days and take five to seven days."],
      ["Do we ship on Saturdays?", "Orders placed on Friday after noon leave on Monday."],
      ["What do we say when a parcel is lost?", "A search is begun with the carrier after ten days."],
    ],
  },
  {
    document: "Security handbook",
    rounds: [
      ["How long must passwords be?", "Passwords have at least 12 letters and are changed after an incident."],
      ["Who may see customer data?", "Only agents with a signed agreement may open customer records."],
      ["When do we delete log files?", "Log files are deleted after 30 days."],
    ],
  },
  {
    document: "Office guide",
    rounds: [
      ["Who waters the plants on Fridays?", "The kitchen rota names two people each week."],
      ["How do I book a meeting room?", "Rooms are booked in the calendar, at most two hours."],
    ],
  },
];
const line = 0.3;

const embedder = createLocalEmbedder({});
for (const withTitles of [false, true])
  for (const length of [1, 2]) {
    const { same, other } = await similarities(length, withTitles);
    console.log(
      `${length} question(s) each, titles ${withTitles ? "with" : "without"}: same ${told(same)}; other ${told(other)}`,
    );
  }
await embedder.close();

/** Compares pairs of conversations of this length that share no rounds. */
async function similarities(length: number, withTitles: boolean): Promise<{ same: number[]; other: number[] }> {
  const conversations = topics.flatMap(({ document, rounds }) =>
    choices(rounds, length).map((chosen) => ({ document, chosen, text: textOf(chosen, withTitles ? document : "") })),
  );
  const vectors = await embedder.embed(
    conversations.map(({ text }) => text),
    { priority: "bulk" },
  );
  const same: number[] = [];
  const other: number[] = [];
  for (const [at, one] of conversations.entries())
    for (const [behind, another] of conversations.slice(at + 1).entries()) {
      if (one.chosen.some((round) => another.chosen.includes(round))) continue;
      const [here, there] = [vectors[at], vectors[at + 1 + behind]];
      if (!here || !there) continue;
      const dot = here.reduce((sum, value, place) => sum + value * (there[place] ?? 0), 0);
      (one.document === another.document ? same : other).push(dot);
    }
  return { same, other };
}

function choices(rounds: readonly Round[], length: number): Round[][] {
  if (length === 1) return rounds.map((round) => [round]);
  return rounds.flatMap((first, at) => rounds.slice(at + 1).map((second) => [first, second]));
}

function textOf(rounds: readonly Round[], title: string): string {
  const said = rounds.flatMap(([asked, found]) => [
    { role: "person" as const, content: asked, action: null },
    { role: "copilot" as const, content: `From 3 passages.\n${found}`, action: "inquire" as const },
  ]);
  return `${meaningOf(summaryByRules("", said))}\n${title}`;
}

function told(values: number[]): string {
  const sorted = values.toSorted((one, other) => one - other);
  const median = sorted[sorted.length >> 1] ?? 0;
  return `median ${median.toFixed(2)}, ${sorted.filter((value) => value < line).length} of ${sorted.length} below ${line}`;
}
