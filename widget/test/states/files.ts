import { createCanvas } from "@napi-rs/canvas";
import type { Stage } from "./states.ts";

/** Chooses a picture, a text and a file of a type that is not allowed. */
export async function chooseFiles({ on }: Stage): Promise<void> {
  await on.page.locator("parley-header .back").click();
  const [chooser] = await Promise.all([
    on.page.waitForEvent("filechooser"),
    on.page.locator("parley-composer .icon-button").click(),
  ]);
  await chooser.setFiles([
    { name: "screen.png", mimeType: "image/png", buffer: screenshot() },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.alloc(20_000, "x") },
    { name: "tool.exe", mimeType: "application/octet-stream", buffer: Buffer.alloc(20) },
  ]);
  await on.page.locator("parley-attach .chip [role=alert]").waitFor();
  await on.page.locator("parley-attach [role=progressbar]").first().waitFor({ state: "detached" });
}

/** Sends the files without the one that is not allowed. */
export async function sendFiles({ on, said }: Stage): Promise<void> {
  on.server.turn = (ticket, { turnId }) => ticket.append("end", {}, turnId);
  on.server.ticket.pending = null;
  await on.page.locator("parley-attach .remove >> nth=2").click();
  await on.ask(said.picture);
  await on.page.locator("parley-files canvas").waitFor();
  await on.page.locator("parley-status").waitFor({ state: "hidden" });
}

/** A typical picture from a visitor: a window with an error. */
function screenshot(): Buffer {
  const canvas = createCanvas(480, 360);
  const context = canvas.getContext("2d");
  const box = (color: string, ...[x, y, width, height]: [number, number, number, number]) => {
    context.fillStyle = color;
    context.fillRect(x, y, width, height);
  };
  box("#e8ecf2", 0, 0, 480, 360);
  box("#ffffff", 40, 40, 400, 280);
  box("#33415c", 40, 40, 400, 36);
  box("#c8281e", 70, 110, 340, 54);
  for (const [at, width] of [300, 340, 260, 180].entries()) box("#c9d1de", 70, 190 + at * 28, width, 14);
  return canvas.toBuffer("image/png");
}
