import { availableParallelism } from "node:os";
import { createLocalEmbedder } from "../../../server/models/embeddings/local/local-embedder.ts";
import type { EmbedTexts } from "../../../server/models/embeddings/port.ts";
import { scoreApart, scoreAudits } from "./audit-score.ts";
import { apartLists } from "./audit-set/apart.ts";
import { comparePairs } from "./compare-pairs.ts";
import { sumOf } from "./compare-score.ts";
import { scorePlanted } from "./planted-score.ts";
import { checkQuotes, documentsOf } from "./quote-check.ts";

/** `node dist/scripts/eval/copilot/measure.js DIR [--vectors] [--list]`: how good the copilot is without a model; DIR has the sets for development. */
const [folder = "", ...flags] = process.argv.slice(2);
const halves = ["tuning", "held out"] as const;
const auditHalves = [...halves, "reworded", "reworded, held out", "newest", "last"] as const;
/** Documents of the help centres: each so many'th. */
const step = 20;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const list = (title: string, lines: readonly string[]) => {
  if (flags.includes("--list")) for (const line of lines) console.log(`  ${title}: ${line}`);
};

async function measure(embed: EmbedTexts | undefined): Promise<void> {
  for (const half of auditHalves) {
    const audit = await scoreAudits(half, embed);
    console.log(
      `audit, ${half}: ${audit.found} of ${audit.planted} found, ${audit.falseAlarms} false alarms in ${audit.texts} texts`,
    );
    list("missed", audit.missed);
    list("wrong", audit.wrong);
  }
  for (const name of apartLists) {
    const audit = await scoreApart(name, embed);
    console.log(
      `audit, independent texts, ${name}: ${audit.found} of ${audit.planted} found, ${audit.falseAlarms} false alarms in ${audit.texts} texts`,
    );
    list(`missed, ${name}`, audit.missed);
    list(`wrong, ${name}`, audit.wrong);
  }
  const pairs = (await comparePairs(folder, embed)) ?? [];
  for (const half of new Set(pairs.map((pair) => pair.half))) {
    const own = pairs.filter((pair) => pair.half === half);
    const { known, found, told, right, recall, precision, missed, wrong } = sumOf(own);
    console.log(
      `compare, ${half}: ${found} of ${known} found (${percent(recall)}), ${right} of ${told} reported are known (${percent(precision)})`,
    );
    list("missed", missed);
    list("wrong", wrong);
  }
  const documents = [
    ...documentsOf(folder, "policy_versions"),
    ...documentsOf(folder, "helpcentre", { step, from: 1_000 }),
  ];
  const contents = documents.map(({ content }) => content).filter((content) => content.length < 45_000);
  for (const [index, half] of halves.entries()) {
    const planted = sumOf(
      await scorePlanted(
        contents.filter((_content, place) => place % 2 === index),
        embed,
      ),
    );
    console.log(
      `planted edits, ${half}: ${planted.found} of ${planted.known} found (${percent(planted.recall)}), ${planted.right} of ${planted.told} reported were planted (${percent(planted.precision)})`,
    );
    list("missed", planted.missed);
    list("wrong", planted.wrong);
  }
  const quotes = await checkQuotes(documents);
  console.log(
    `quotes: ${quotes.quotes - quotes.wrong.length} of ${quotes.quotes} are in their passage, ${quotes.documents} documents`,
  );
}

if (flags.includes("--vectors")) {
  const embeddings = createLocalEmbedder({ threads: availableParallelism() });
  try {
    await measure((texts) => embeddings.embed(texts, { priority: "query" }));
  } finally {
    await embeddings.close();
  }
} else await measure(undefined);
