import type { ParserFrame, ParserLine } from "../parsers/parsed-file.ts";
import { readFile } from "./read-file.ts";
import { UnreadableFile } from "./unreadable-file.ts";

const newline = 0x0a;
const brokenReason = "The file is damaged and could not be read.";

/** Reads files from standard input, one after another, and writes one line about each to standard output. */
export async function serveFrames(): Promise<void> {
  const write = takeOutput();
  write({ type: "ready" });
  for await (const { frame, bytes } of framesOf(process.stdin)) {
    write(await answer(frame, bytes, write));
  }
}

/** Reserves standard output for answers, because libraries print warnings to it. */
function takeOutput(): (line: ParserLine) => void {
  const stdout = process.stdout;
  const write = stdout.write.bind(stdout);
  stdout.write = () => true;
  return (line) => {
    write(`${JSON.stringify(line)}\n`);
  };
}

/** Bytes of a file per line: a multiple of 3, so that base64 needs no padding. */
const pieceBytes = 384 * 1024;

async function answer(frame: ParserFrame, bytes: Uint8Array, write: (line: ParserLine) => void): Promise<ParserLine> {
  try {
    const { allowed, mail } = frame;
    if (mail !== null) {
      const { readEmail } = await import("../emails/read-email.ts");
      const { reading, files } = await readEmail({ ...frame, ...mail, bytes });
      for (const file of files)
        for (let at = 0; at < file.length; at += pieceBytes)
          write({
            type: "piece",
            base64: Buffer.from(file.buffer, file.byteOffset + at, Math.min(pieceBytes, file.length - at)).toString(
              "base64",
            ),
          });
      return { type: "mail", mail: reading, peakBytes: peakBytes() };
    }
    if (allowed !== null) {
      const { inspectAttachment } = await import("../attachments/inspect-attachment.ts");
      return {
        type: "inspected",
        inspection: await inspectAttachment({ ...frame, bytes, allowed }),
        peakBytes: peakBytes(),
      };
    }
    const reading = await readFile({ ...frame, bytes, onScans: () => write({ type: "scans" }) });
    return { type: "read", reading, peakBytes: peakBytes() };
  } catch (error) {
    const reason = error instanceof UnreadableFile ? error.message : brokenReason;
    const detail = error instanceof Error ? `${error.stack} ${error.cause ?? ""}` : String(error);
    return { type: "unreadable", reason: reason.slice(0, 500), detail: detail.slice(0, 2_000), peakBytes: peakBytes() };
  }
}

/** On Linux a new process inherits the memory peak of its parent. */
const inheritedKilobytes = process.resourceUsage().maxRSS;

/** The memory peak of this process; its current memory while that is below the inherited peak. */
function peakBytes(): number {
  const { maxRSS } = process.resourceUsage();
  return maxRSS > inheritedKilobytes ? maxRSS * 1024 : process.memoryUsage.rss();
}

interface Frame {
  frame: ParserFrame;
  bytes: Uint8Array;
}

async function* framesOf(input: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let pending: Buffer[] = [];
  let size = 0;
  let frame: ParserFrame | undefined;
  for await (const piece of input) {
    pending.push(piece);
    size += piece.length;
    for (;;) {
      if (!frame) {
        const joined = Buffer.concat(pending);
        pending = [joined];
        const end = joined.indexOf(newline);
        if (end < 0) break;
        frame = JSON.parse(joined.toString("utf8", 0, end)) as ParserFrame; // written by our own parent
        pending = [joined.subarray(end + 1)];
        size -= end + 1;
      }
      if (size < frame.length) break;
      const joined = Buffer.concat(pending);
      // Passes a copy, because PDF.js takes over the buffer.
      yield { frame, bytes: new Uint8Array(joined.subarray(0, frame.length)) };
      pending = [joined.subarray(frame.length)];
      size -= frame.length;
      frame = undefined;
    }
  }
}
