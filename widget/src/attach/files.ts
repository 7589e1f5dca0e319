import type { ChatClient } from "../client/chat-client.ts";
import { icon } from "../elements/icons.ts";
import type { Locale } from "../i18n/locale.ts";

export const fileIcon = icon("M20 11l-8 8a5 5 0 0 1-7-7l8-8a3 3 0 0 1 5 5l-8 8a1 1 0 0 1-2-2l7-7");

const kilobyte = 1_000;

/** A size in bytes in the visitor's notation: "10 bytes", "820 kB", "1.2 MB". */
export function sizeOf(bytes: number, { tag }: Locale): string {
  // 999,600 bytes would be rounded to 1,000 kB.
  const step = bytes < kilobyte ? 0 : bytes < (kilobyte - 0.5) * kilobyte ? 1 : 2;
  return new Intl.NumberFormat(tag, {
    style: "unit",
    unit: (["byte", "kilobyte", "megabyte"] as const)[step],
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: step === 2 ? 1 : 0,
  }).format(bytes / kilobyte ** step);
}

/** The file extension in capital letters: "PDF". */
export function typeOf(name: string): string {
  return endingOf(name).toUpperCase();
}

/** The file extension in small letters; empty when there is none. */
export function endingOf(name: string): string {
  return /\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

/** Time in ms for which the address of a saved file stays valid: browsers read it a moment after the click. */
const addressMs = 30_000;

/** Saves a file on the visitor's device, like a click on a download link. */
export function saveFile(name: string, bytes: Blob): void {
  const link = document.createElement("a");
  // A type that no browser opens.
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), addressMs);
}

/**
 * Draws a picture into a canvas and fills it. A page may forbid picture addresses (`img-src`), but this rule does not apply to a canvas.
 * @returns false when the file is no picture.
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

/** Previews that are kept, so that a picture that comes back on the screen is there; older ones are fetched again. */
const maxKept = 40;

/** Fetches the bytes of files, each once. The session token is in the header, so the page never contains the URL of a file. */
export class FileReads {
  readonly #client: () => ChatClient;
  readonly #kept = new Map<string, Promise<Blob>>();

  constructor(client: () => ChatClient) {
    this.#client = client;
  }

  /** @throws ApiError */
  read(id: string, size: "preview" | "full"): Promise<Blob> {
    const key = `${id}?size=${size}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const { api, token } = this.#client().access;
    const bytes = api.get(`attachments/${key}`, { token }).then((response) => response.blob());
    this.#kept.set(key, bytes);
    bytes.catch(() => this.#kept.delete(key));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest) this.#kept.delete(oldest);
    return bytes;
  }

  clear(): void {
    this.#kept.clear();
  }
}
