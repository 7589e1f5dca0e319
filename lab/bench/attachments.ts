import { existsSync, readFileSync } from "node:fs";
import { type Canvas, createCanvas, loadImage } from "@napi-rs/canvas";
import type { AttachmentKind } from "../../protocol/attachments.ts";
import { FileParser } from "../../server/knowledge/reading/parsers/file-parser.ts";
import { cpuMsOf, quantile } from "./overhead/cpu.ts";

/**
 * Measures the cost of re-encoding pictures in a separate process. The reference decodes the same picture and encodes it twice in this
 * process. `node dist/lab/bench/attachments.js`.
 */
const rounds = 7;
const median = (values: number[]) => Math.round(quantile(values, 0.5));
const pictures: { name: string; kind: AttachmentKind; width: number; height: number }[] = [
  { name: "photo, 12 megapixels, JPEG", kind: "jpeg", width: 4_000, height: 3_000 },
  { name: "photo, 48 megapixels, JPEG", kind: "jpeg", width: 8_000, height: 6_000 },
  { name: "screenshot, 1920 x 1080, PNG", kind: "png", width: 1_920, height: 1_080 },
  { name: "screenshot, 3840 x 2160, PNG", kind: "png", width: 3_840, height: 2_160 },
];

let peak = 0;
const parser = new FileParser({
  onEnd: ({ peakBytes }) => {
    peak = Math.max(peak, peakBytes ?? 0);
  },
});
for (const { name, kind, width, height } of pictures) {
  const bytes = await paint(width, height, kind);
  const request = { bytes, name: `a.${kind}`, allowed: [kind] };
  const fresh = await timed(() => parser.inspect(request));
  peak = 0;
  const own = { ms: [] as number[], cpuMs: [] as number[] };
  const bare = { ms: [] as number[], cpuMs: [] as number[] };
  // Alternate the two, so that both run under the same machine load.
  for (let round = 0; round <= rounds; round += 1) {
    const childBefore = childCpuMs();
    const ownMs = await timed(() => parser.inspect({ ...request, group: "bench" }));
    const childAfter = childCpuMs();
    const before = process.cpuUsage();
    const bareMs = await timed(() => drawBare(bytes, kind));
    const { user, system } = process.cpuUsage(before);
    if (round === 0) continue; // starts the process and warms both up
    own.ms.push(ownMs);
    own.cpuMs.push(childAfter - childBefore);
    bare.ms.push(bareMs);
    bare.cpuMs.push((user + system) / 1_000);
  }
  console.log(
    `${name} (${(bytes.length / 1e6).toFixed(1)} MB): new process ${Math.round(fresh)} ms; running process ${median(own.ms)} ms, ` +
      `CPU ${median(own.cpuMs)} ms; reference ${median(bare.ms)} ms, CPU ${median(bare.cpuMs)} ms; most memory of the process ${Math.round(peak / 1e6)} MB`,
  );
}
parser.close();

/** CPU time used so far by the child processes of this process; 0 where the system does not report it (not Linux). */
function childCpuMs(): number {
  const list = `/proc/${process.pid}/task/${process.pid}/children`;
  if (!existsSync(list)) return 0;
  const pids = readFileSync(list, "utf8").trim().split(" ").filter(Boolean);
  return pids.reduce((sum, pid) => sum + cpuMsOf(Number(pid)), 0);
}

/** Resembles a photo or a screenshot: areas, edges and noise. */
async function paint(width: number, height: number, kind: AttachmentKind): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const colours = context.createLinearGradient(0, 0, width, height);
  colours.addColorStop(0, "#c33");
  colours.addColorStop(1, "#264");
  context.fillStyle = colours;
  context.fillRect(0, 0, width, height);
  for (let index = 0; index < 60_000; index += 1) {
    context.fillStyle = `hsl(${index % 360} 60% ${30 + (index % 50)}%)`;
    context.fillRect((index * 7_919) % width, (index * 104_729) % height, 3 + (index % 30), 2 + (index % 20));
  }
  return kind === "jpeg" ? canvas.encode("jpeg", 90) : canvas.encode("png");
}

async function drawBare(bytes: Buffer, kind: AttachmentKind): Promise<void> {
  const image = await loadImage(bytes);
  for (const side of [2_560, 640]) {
    const scale = Math.min(1, side / Math.max(image.width, image.height));
    const canvas: Canvas = createCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    await (kind === "jpeg" ? canvas.encode("jpeg", 85) : canvas.encode("webp", 82));
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
