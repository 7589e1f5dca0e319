import { createCanvas } from "@napi-rs/canvas";
import type { PDFPageProxy } from "pdfjs-dist";

/** Scans are read best at 150 to 200 dots an inch; the longer side of a page is bounded, for time and memory. */
const dotsPerInch = 170;
const pointsPerInch = 72;
const maxSide = 2_000;
/** A point darker than this is ink, and a page with a smaller share of ink is blank. */
const inkLevel = 160;
const minInk = 0.0002;

/** Letters stay sharp at this quality, and twenty pages fit into some megabytes. */
const jpegQuality = 85;

/** A picture of a page as JPEG, or undefined when the page is blank. */
export async function renderPage(pdfPage: PDFPageProxy): Promise<Buffer | undefined> {
  const { width, height } = pdfPage.getViewport({ scale: 1 });
  const scale = Math.min(dotsPerInch / pointsPerInch, maxSide / Math.max(width, height, 1));
  const viewport = pdfPage.getViewport({ scale });
  const canvas = createCanvas(Math.max(1, Math.ceil(viewport.width)), Math.max(1, Math.ceil(viewport.height)));
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  // The canvas of another maker: the same calls, without the types of a browser.
  const target = { canvas, canvasContext: context, viewport } as unknown as Parameters<PDFPageProxy["render"]>[0];
  await pdfPage.render(target).promise;
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return hasInk(data) ? canvas.encode("jpeg", jpegQuality) : undefined;
}

function hasInk(pixels: Uint8ClampedArray): boolean {
  const needed = (pixels.length / 4) * minInk;
  let ink = 0;
  for (let index = 0; index < pixels.length; index += 4) {
    const level = ((pixels[index] ?? 255) + (pixels[index + 1] ?? 255) + (pixels[index + 2] ?? 255)) / 3;
    if (level < inkLevel) ink += 1;
    if (ink > needed) return true;
  }
  return false;
}
