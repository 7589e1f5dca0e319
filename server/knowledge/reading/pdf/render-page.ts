import { createCanvas } from "@napi-rs/canvas";
import type { PDFPageProxy } from "pdfjs-dist";

/** OCR works best at 150 to 200 dots per inch. The longer side is limited, to save time and memory. */
const dotsPerInch = 170;
const pointsPerInch = 72;
const maxSide = 2_000;
/** A pixel darker than this level is ink (orange letters are). A page with a smaller share of ink is blank. */
const inkLevel = 200;
const minInk = 0.0002;

/** A part of a page, in points from its left upper corner. */
export interface PageArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws a page, or a part of it, as a greyscale PNG. Undefined when it is blank. */
export async function renderPage(pdfPage: PDFPageProxy, area?: PageArea): Promise<Buffer | undefined> {
  const { x, y, width, height } = area ?? { x: 0, y: 0, ...pdfPage.getViewport({ scale: 1 }) };
  const scale = Math.min(dotsPerInch / pointsPerInch, maxSide / Math.max(width, height, 1));
  const viewport = pdfPage.getViewport({ scale, offsetX: -x * scale, offsetY: -y * scale });
  const canvas = createCanvas(Math.max(1, Math.ceil(width * scale)), Math.max(1, Math.ceil(height * scale)));
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  // The canvas comes from another package: it has the same methods, but not the browser types.
  const target = { canvas, canvasContext: context, viewport } as unknown as Parameters<PDFPageProxy["render"]>[0];
  await pdfPage.render(target).promise;
  const picture = context.getImageData(0, 0, canvas.width, canvas.height);
  if (makeGrey(picture.data) < minInk) return undefined;
  context.putImageData(picture, 0, 0);
  return canvas.encode("png");
}

/** Removes the colour, which OCR does not need, and measures the share of ink. */
function makeGrey(pixels: Uint8ClampedArray): number {
  let ink = 0;
  for (let index = 0; index < pixels.length; index += 4) {
    const light = (pixels[index] ?? 0) * 0.3 + (pixels[index + 1] ?? 0) * 0.59 + (pixels[index + 2] ?? 0) * 0.11;
    const grey = Math.round(light);
    pixels[index] = grey;
    pixels[index + 1] = grey;
    pixels[index + 2] = grey;
    if (grey < inkLevel) ink += 1;
  }
  return ink / (pixels.length / 4);
}
