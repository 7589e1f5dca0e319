/** Edges in pixels, the larger first: a browser that writes no WebP makes a PNG of several times the size. */
const edges = [192, 128, 64];
/** As the server takes it (`maxPictureBytes` of protocol/account.ts). */
const maxBytes = 64 * 1024;
const quality = 0.86;

/**
 * Draws the middle of a picture as a small square. What the file held besides (where it was taken, by what) does not come along.
 * @throws Error when the browser cannot read the file as a picture.
 */
export async function squarePicture(file: Blob): Promise<{ type: string; data: string }> {
  const bitmap = await createImageBitmap(file);
  try {
    for (const edge of edges) {
      const blob = await draw(bitmap, edge);
      if (blob && blob.size <= maxBytes) return { type: blob.type, data: await toBase64(blob) };
    }
    throw new Error("the picture stays too large");
  } finally {
    bitmap.close();
  }
}

async function draw(bitmap: ImageBitmap, edge: number): Promise<Blob | null> {
  const side = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement("canvas");
  canvas.width = edge;
  canvas.height = edge;
  const context = canvas.getContext("2d");
  if (!context) return null;
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  context.drawImage(bitmap, left, top, side, side, 0, 0, edge, edge);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/webp", quality));
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
