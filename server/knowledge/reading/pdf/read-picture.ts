import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createWorker, OEM, type Page } from "tesseract.js";
import { type Block, cleanText, countVisible } from "../extract/blocks.ts";

const require = createRequire(import.meta.url);

/** Least confidence (0..100) of a word. Words below it are left out: specks, drawings, other scripts. */
const minWordConfidence = 40;

export interface PictureText {
  blocks: Block[];
  visible: number;
  /** Letters of words that were left out. */
  lost: number;
  /** Confidence, 0..100; below 60 the text is a guess. */
  confidence: number;
}

/** Reads page pictures in English (OCR). */
export interface PictureReader {
  read(picture: Buffer, page: number): Promise<PictureText>;
  close(): Promise<void>;
}

/** Starts OCR in a thread. Its program and its data are installed packages. */
export async function createPictureReader(): Promise<PictureReader> {
  const data = join(dirname(require.resolve("@tesseract.js-data/eng/package.json")), "4.0.0_best_int");
  const worker = await createWorker("eng", OEM.LSTM_ONLY, { langPath: data, cacheMethod: "none", gzip: true });
  return {
    read: async (picture, page) => {
      const { data: found } = await worker.recognize(picture, {}, { text: false, blocks: true });
      return pictureText(found, page);
    },
    close: async () => {
      await worker.terminate();
    },
  };
}

function pictureText({ blocks: found, confidence }: Page, page: number): PictureText {
  const paragraphs = (found ?? []).flatMap((block) => block.paragraphs);
  const blocks = paragraphs.flatMap(({ lines }): Block[] => {
    const words = lines.map((line) =>
      line.words.filter((word) => word.confidence >= minWordConfidence).map(({ text }) => text),
    );
    const text = cleanText(joinDivided(words.map((line) => line.join(" ")).filter((line) => line !== "")));
    return countVisible(text) > 1 ? [{ type: "paragraph", text, page }] : [];
  });
  const visible = blocks.reduce((sum, block) => sum + ("text" in block ? countVisible(block.text) : 0), 0);
  const doubtful = paragraphs
    .flatMap(({ lines }) => lines.flatMap(({ words }) => words))
    .filter((word) => word.confidence < minWordConfidence);
  return { blocks, visible, lost: doubtful.reduce((sum, { text }) => sum + countVisible(text), 0), confidence };
}

function joinDivided(lines: string[]): string {
  return lines
    .join("\n")
    .replace(/(?<=\p{L}{2})-\n(?=\p{Ll})/gu, "")
    .replaceAll("\n", " ");
}
