import { createCanvas } from "@napi-rs/canvas";

/** A line of text: its start from the left and the top of a page of 595 x 842 points, and its font size. */
export interface PdfLine {
  x: number;
  y: number;
  text: string;
  size?: number;
  /** Degrees counterclockwise. */
  angle?: number;
}

const width = 595;
const height = 842;

/** A page with a JPEG picture, by default a scan of the whole page; `hidden` is invisible text in the file, `shown` is text beside it. */
export interface PdfPicture {
  jpeg: Buffer;
  width: number;
  height: number;
  hidden?: PdfLine[];
  shown?: PdfLine[];
}

/** Creates a small PDF: pages with lines in Helvetica, or with one picture. */
export function makePdf(pages: (PdfLine[] | PdfPicture)[]): Uint8Array {
  const objects: Buffer[] = [Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"), Buffer.alloc(0)];
  const add = (body: Buffer | string) => objects.push(Buffer.from(body)); // gives the object's number
  const font = add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  const kids = pages.map((page) => {
    const isText = Array.isArray(page);
    const picture = isText ? 0 : add(stream(page.jpeg, pictureKeys(page)));
    const drawn = isText ? textOf(page) : pictureOf(page);
    const content = add(stream(drawn));
    const resources = `/Font << /F ${font} 0 R >>${isText ? "" : ` /XObject << /I ${picture} 0 R >>`}`;
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R /Resources << ${resources} >> >>`,
    );
  });
  const list = kids.map((kid) => `${kid} 0 R`).join(" ");
  objects[1] = Buffer.from(`<< /Type /Pages /Kids [${list}] /Count ${kids.length} >>`);
  return assemble(objects);
}

/** A picture of printed lines, like a scan. */
export function scanOf(lines: string[]): PdfPicture {
  const canvas = createCanvas(1240, 1754);
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "black";
  context.font = "42px sans-serif";
  lines.forEach((line, index) => {
    context.fillText(line, 120, 200 + index * 80);
  });
  return { jpeg: canvas.toBuffer("image/jpeg"), width: canvas.width, height: canvas.height };
}

/** With text beside it, the picture fills the lower half. */
function pictureOf({ hidden = [], shown }: PdfPicture): string {
  const area = `q ${width} 0 0 ${shown ? height / 2 : height} 0 0 cm /I Do Q`;
  return `${area}\n${textOf(shown ?? [])}\n3 Tr\n${textOf(hidden)}`;
}

function textOf(lines: PdfLine[]): string {
  const quote = (text: string) => text.replace(/[\\()]/g, "\\$&");
  return lines
    .map(({ x, y, text, size = 10, angle = 0 }) => {
      const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)].map((each) =>
        each.toFixed(5),
      );
      return `BT /F ${size} Tf ${cos} ${sin} ${-Number(sin)} ${cos} ${x} ${height - y} Tm (${quote(text)}) Tj ET`;
    })
    .join("\n");
}

function pictureKeys(picture: { width: number; height: number }): string {
  return `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`;
}

function stream(content: Buffer | string, keys = ""): Buffer {
  const bytes = typeof content === "string" ? Buffer.from(content, "latin1") : content;
  return Buffer.concat([
    Buffer.from(`<< ${keys} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from("\nendstream"),
  ]);
}

function assemble(objects: Buffer[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n")];
  const offsets: number[] = [];
  let size = parts[0]?.length ?? 0;
  objects.forEach((body, index) => {
    const object = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from("\nendobj\n")]);
    offsets.push(size);
    size += object.length;
    parts.push(object);
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${size}\n%%EOF`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}
