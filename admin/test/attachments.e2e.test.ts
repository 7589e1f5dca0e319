import { createCanvas } from "@napi-rs/canvas";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { attachmentKinds } from "../../protocol/attachment-kinds.ts";
import { attachmentKindSchema } from "../../protocol/attachments.ts";
import { type ConsoleBench, faultsOf, openBench } from "./console-browser.ts";
import { message, uuid } from "./mock-data.ts";
import { seedSettings } from "./mock-library.ts";
import { seedTickets } from "./mock-tickets.ts";

let bench: ConsoleBench;
const ticketId = uuid(42);
const ticket = `/console/inbox/${ticketId}`;
const calls = (ending: string) => bench.mock.requests.filter((call) => `${call.method} ${call.path}`.endsWith(ending));

beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
afterEach(() => bench.leave());
beforeEach(() => {
  const settings = seedSettings();
  Object.assign(bench.mock, {
    signedIn: true,
    role: "admin",
    tickets: seedTickets(),
    settings,
    requests: [],
    delayMs: 0,
  });
  bench.mock.refusals.clear();
  bench.mock.replies.clear();
  bench.mock.files.clear();
});

function seedFiles() {
  const canvas = createCanvas(1200, 800);
  const context = canvas.getContext("2d");
  context.fillStyle = "#3a7";
  context.fillRect(0, 0, 1200, 800);
  const picture = { id: "p1", name: "screen.webp", type: "image/webp", size: 90_000, width: 1200, height: 800 };
  const log = {
    id: "f1",
    name: "a very long name of a log of the router in the cellar.log",
    type: "text/plain",
    size: 2_300,
  };
  bench.mock.files.set("p1", { type: "image/png", bytes: canvas.toBuffer("image/png"), attachment: picture });
  bench.mock.files.set("f1", { type: "application/octet-stream", bytes: Buffer.from("error"), attachment: log });
  const detail = bench.mock.tickets.get(ticketId);
  detail?.messages.push(message(900, "visitor", "", 0, { attachments: [picture, log] }));
}

const text = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from("x") });

describe("files of a visitor", () => {
  it("are checked and saved, and nothing of the page's policy speaks against it", async () => {
    seedFiles();
    const { page, troubles } = await bench.open(ticket);
    const picture = page.getByRole("button", { name: "Open picture screen.webp" });
    await picture.waitFor();
    const image = picture.locator("img");
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1200);
    expect(await image.getAttribute("src")).toBe(`/api/v1/admin/tickets/${ticketId}/attachments/p1?size=preview`);
    expect(await faultsOf(page)).toEqual([]);
    await picture.click();
    await page.getByRole("img", { name: "screen.webp" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Open picture screen.webp");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: /router in the cellar/ }).click(),
    ]);
    expect(download.suggestedFilename()).toContain("cellar.log");
    expect(troubles).toEqual([]);
  });
});

describe("files of an answer", () => {
  async function attach(...names: string[]) {
    const { page } = await bench.open(ticket);
    await page.getByLabel("Reply to ticket").waitFor();
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Attach files" }).click(),
    ]);
    await chooser.setFiles(names.map(text));
    return page;
  }

  it("go with a reply that needs no words, once", async () => {
    const page = await attach("fix.txt");
    await page.getByRole("list", { name: "Files of the reply" }).getByText("1 byte").waitFor();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("button", { name: "Send now" }).click();
    await page.getByRole("link", { name: /fix\.txt/ }).waitFor();
    expect(await page.getByRole("list", { name: "Files of the reply" }).count()).toBe(0);
    const [uploaded] = calls("/attachments");
    expect(calls("/messages")[0]?.body).toMatchObject({
      content: "",
      attachments: [(uploaded as { body: { id: string } }).body.id], // the form that the mock read
    });
  });

  it("go with the answer that resolves", async () => {
    const page = await attach("fix.txt");
    await page.getByLabel("Reply to ticket").fill("See the file.");
    await page.getByText("1 byte").waitFor();
    await page.getByRole("button", { name: "Change what the button does" }).click();
    await page.getByRole("button", { name: /^Send and resolve/ }).click();
    await page.getByRole("button", { name: "Send and resolve", exact: true }).click();
    await expect.poll(() => calls("/resolve").length, { timeout: 15_000 }).toBe(1);
    expect(calls("/resolve")[0]?.body).toMatchObject({ answer: "See the file.", attachments: [expect.any(String)] });
  });

  it("say why one was refused, go again, and can be taken back", async () => {
    bench.mock.refusals.set("POST /attachments", { status: 503, code: "overloaded", times: 1 });
    const page = await attach("fix.txt");
    await page.getByRole("alert").getByText("The server is busy.").waitFor();
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByText("1 byte").waitFor();
    await page.getByRole("button", { name: "Remove fix.txt" }).click();
    expect(await page.getByRole("list", { name: "Files of the reply" }).count()).toBe(0);
  });

  it("are dropped and pasted, and beyond the fifth told apart", async () => {
    const { page } = await bench.open(ticket);
    await page.getByLabel("Reply to ticket").waitFor();
    await page.getByLabel("Reply to ticket").evaluate((area) => {
      const data = new DataTransfer();
      for (let index = 0; index < 6; index += 1) data.items.add(new File(["x"], `${index}.txt`));
      const init = { bubbles: true, cancelable: true };
      area.dispatchEvent(new DragEvent("dragover", { ...init, dataTransfer: data }));
      area.dispatchEvent(new DragEvent("drop", { ...init, dataTransfer: data }));
    });
    await page.getByRole("alert").getByText("At most 5 files in one reply.").waitFor();
    await expect.poll(() => calls("/attachments").length).toBe(5);
    for (const name of ["5.txt", "4.txt"]) await page.getByRole("button", { name: `Remove ${name}` }).click();
    await page.getByLabel("Reply to ticket").evaluate((area) => {
      const data = new DataTransfer();
      data.items.add(new File(["x"], "pasted.png", { type: "image/png" }));
      area.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }));
    });
    await page.getByText("pasted.png").waitFor();
  });
});

describe("the settings of files", () => {
  it("are changed by type and size, and know the types of the protocol", async () => {
    expect(attachmentKinds).toEqual(attachmentKindSchema.options);
    const { page } = await bench.open("/console/settings/attachments");
    await page.getByRole("checkbox", { name: "ZIP" }).check();
    await page.getByRole("checkbox", { name: "Visitors may attach files" }).uncheck();
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => calls("PATCH /api/v1/admin/settings").length).toBe(1);
    expect(calls("PATCH /api/v1/admin/settings")[0]?.body).toMatchObject({
      attachments: { from_visitors: false, types: expect.arrayContaining(["zip"]) },
    });
  });
});
