/**
 * Draws a picture into a canvas, as large as that is. A page may forbid pictures of every address (`img-src`); what is drawn is none
 * of its business. @returns false when it is none.
 */
export async function drawPicture(canvas: HTMLCanvasElement, blob: Blob): Promise<boolean> {
  const picture = await createImageBitmap(blob).catch(() => undefined);
  if (!picture) return false;
  const { width, height } = canvas;
  const scale = Math.max(width / picture.width, height / picture.height);
  const [w, h] = [picture.width * scale, picture.height * scale];
  canvas.getContext("2d")?.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h);
  picture.close();
  return true;
}
