import { createCanvas } from "@napi-rs/canvas";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { maxAttachments } from "../../protocol/attachments.ts";
import { mostFiles } from "../src/attach/accepted.ts";
import type { Turn } from "./mock-server.ts";
import { type VisitOptions, WidgetPage } from "./widget-page.ts";

let on: WidgetPage;
beforeAll(async () => {
  on = await WidgetPage.start();
});
afterAll(() => on?.stop());
beforeEach(() => {
  // Nothing but scripts and calls: no picture of any address.
  on.host.policy = `default-src 'none'; script-src ${on.server.origin} 'nonce-x'; connect-src ${on.server.origin}; base-uri 'none'; require-trusted-types-for 'script'; trusted-types lit-html`;
  on.server.offer = { types: ["png", "jpeg", "pdf", "txt"], max_bytes: 100_000 };
});
afterEach(() => on.leave());

const silent: Turn = (ticket, { turnId }) => ticket.append("end", {}, turnId);
const png = () => {
  const canvas = createCanvas(80, 60);
  const context = canvas.getContext("2d");
  context.fillStyle = "#0a0";
  context.fillRect(0, 0, 80, 60);
  return canvas.toBuffer("image/png");
};
const picture = (): Given => ({ name: "screen.png", mimeType: "image/png", buffer: png() });
const text = (name = "notes.txt", size = 20): Given => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.alloc(size, "x"),
});

const button = (name: string | RegExp) => on.page.getByRole("button", { name, exact: typeof name === "string" });
const chips = () => on.page.locator("parley-attach li");
const shown = () => on.page.locator("parley-timeline parley-files");

async function start(options: VisitOptions = {}) {
  on.server.turn = silent;
  await on.visit(options);
  await on.open();
}

interface Given {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

async function pick(...files: Given[]) {
  const [chooser] = await Promise.all([on.page.waitForEvent("filechooser"), button("Attach files").click()]);
  await chooser.setFiles(files);
}

/** Lets go of files over the panel, as a drag from the desktop does. */
async function drop(files: Given[], type = "drop") {
  const given = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: [...buffer] }));
  await on.panel.evaluate(
    (panel, { given, type }) => {
      const data = new DataTransfer();
      for (const { name, mimeType, bytes } of given)
        data.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }));
      const init = { bubbles: true, cancelable: true, composed: true };
      const event =
        type === "paste"
          ? new ClipboardEvent(type, { ...init, clipboardData: data })
          : new DragEvent(type, { ...init, dataTransfer: data });
      panel.dispatchEvent(event);
      document.body.dataset["kept"] = String(event.defaultPrevented);
    },
    { given, type },
  );
}

/** True once a canvas has the picture's colour in its middle. */
const isGreen = (selector: string) =>
  on.page
    .locator(selector)
    .first()
    .evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const pixel = (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(width / 2, height / 2, 1, 1).data;
      return pixel !== undefined && (pixel[1] ?? 0) > 100 && (pixel[0] ?? 255) < 80;
    });

describe("the button for files", () => {
  it("is there only where the tenant takes files, and fetches its code when it is used", async () => {
    on.server.offer = undefined;
    await start();
    expect(await button("Attach files").count()).toBe(0);
    await drop([text()]);
    expect(await chips().count()).toBe(0);
    await on.leave();
    on.server.offer = { types: ["txt"], max_bytes: 1_000 };
    await start();
    const code = () =>
      on.page.evaluate(
        () => performance.getEntriesByType("resource").filter(({ name }) => name.includes("panel-attach")).length,
      );
    expect(await code()).toBe(0);
    await pick(text());
    await expect.poll(() => chips().count()).toBe(1);
    expect(await code()).toBe(1);
  });

  it("offers what the tenant takes, in the words of phones", async () => {
    await start();
    await pick(text());
    expect(await on.page.locator("parley-attach input").getAttribute("accept")).toBe("image/png,image/jpeg,.pdf,.txt");
  });

  it("knows as many files as the protocol", () => {
    expect(mostFiles).toBe(maxAttachments);
  });
});

describe("a file", () => {
  it("is sent with the message that names it, and stands in the timeline with its type and size", async () => {
    await start();
    await pick(text("notes.txt", 2_300));
    await expect.poll(() => chips().textContent()).toContain("TXT 2 kB");
    await on.ask("Please look");
    await expect.poll(() => shown().locator("button").textContent()).toContain("TXT · 2 kB");
    expect(await chips().count()).toBe(0);
    expect(on.server.ticket.messages[0]).toMatchObject({
      content: "Please look",
      attachments: [{ name: "notes.txt" }],
    });
    const [download] = await Promise.all([on.page.waitForEvent("download"), button(/Download notes\.txt/).click()]);
    expect(download.suggestedFilename()).toBe("notes.txt");
  });

  it("needs no words beside it, and no empty bubble is shown", async () => {
    await start();
    await pick(picture());
    await expect.poll(() => button("Send").isEnabled()).toBe(true);
    await button("Send").click();
    await expect.poll(() => on.server.ticket.received).toEqual([""]);
    await expect.poll(() => isGreen("parley-files canvas")).toBe(true);
    expect(await on.page.locator("parley-message .bubble").count()).toBe(0);
  });

  it("comes by dropping and by pasting, and the page stays where it is", async () => {
    await start();
    await drop([text()], "dragover");
    await on.page.getByText("Drop files here").waitFor();
    await drop([text("a.txt"), text("b.txt")]);
    expect(await on.page.locator("body").getAttribute("data-kept")).toBe("true");
    await expect.poll(() => chips().count()).toBe(2);
    expect(await on.page.getByText("Drop files here").count()).toBe(0);
    await drop([picture()], "paste");
    await expect.poll(() => chips().count()).toBe(3);
  });

  it("on its way shows how far it is, and goes with the message that was sent in the meantime", async () => {
    let go = () => {};
    on.server.beforeUpload = () => new Promise((done) => (go = done));
    await start();
    await pick(text());
    await on.page.getByRole("progressbar", { name: /notes\.txt/ }).waitFor();
    await on.ask("Look at this");
    await on.ask("And this");
    await on.page.getByText("Look at this").waitFor();
    await on.page.getByText("Uploading…").waitFor();
    expect(await on.page.getByRole("progressbar", { name: /notes\.txt/ }).count()).toBe(1);
    expect(on.server.count("/api/v1/chat/stream")).toBe(0);
    go();
    await expect.poll(() => on.server.ticket.received).toEqual(["Look at this", "And this"]);
    expect(on.server.ticket.messages[0]?.attachments?.map(({ name }) => name)).toEqual(["notes.txt"]);
    await expect.poll(() => chips().count()).toBe(0);
  });

  it("that fails holds its message back, which goes when it is sent again", async () => {
    let go = () => {};
    on.server.beforeUpload = () => new Promise((done) => (go = done));
    on.server.failures.set("/api/v1/chat/attachments", { status: 503, code: "unavailable" });
    await start();
    await pick(text());
    await on.ask("Look");
    await on.page.getByText("Uploading…").waitFor();
    go();
    await on.page.locator("parley-message").getByText("Not sent.").waitFor();
    expect(on.server.count("/api/v1/chat/stream")).toBe(0);
    on.server.failures.clear();
    on.server.beforeUpload = async () => {};
    await on.page.locator("parley-message").getByRole("button", { name: "Retry" }).click();
    await expect.poll(() => on.server.ticket.messages[0]?.attachments?.[0]?.name).toBe("notes.txt");
  });

  it("can be taken back while its message waits; without words nothing is left of that", async () => {
    let go = () => {};
    on.server.beforeUpload = () => new Promise((done) => (go = done));
    await start();
    await pick(text());
    await on.page.getByRole("progressbar", { name: /notes\.txt/ }).waitFor();
    await on.page.locator("parley-composer textarea").press("Enter");
    await on.page.getByText("Uploading…").waitFor();
    await button("Remove notes.txt").click();
    expect(await chips().count()).toBe(0);
    await expect.poll(() => on.page.locator("parley-message").count()).toBe(0);
    go();
    await on.ask("Look");
    await expect.poll(() => on.server.ticket.received).toEqual(["Look"]);
    expect(on.server.ticket.messages.at(0)?.attachments).toBe(undefined);
  });

  it.each([
    ["too large", text("big.txt", 200_000), "Larger than 100 kB."],
    ["of another type", text("tool.exe"), "or the file is damaged. Allowed: PNG, JPEG, PDF, TXT."],
  ])("that is %s is told so without being sent", async (_what, file, words) => {
    await start();
    await pick(file);
    await on.page.getByRole("alert").getByText(words).waitFor();
    expect(on.server.count("/api/v1/chat/attachments")).toBe(0);
    expect(await button("Retry").count()).toBe(0);
    await on.ask("Without it, then");
    await expect.poll(() => chips().count()).toBe(0);
  });

  it("beyond the fifth is not taken, in words", async () => {
    await start();
    await pick(...["1", "2", "3", "4", "5", "6"].map((name) => text(`${name}.txt`)));
    await on.page.getByRole("alert").getByText("Up to 5 files per message.").waitFor();
    await expect.poll(() => chips().count()).toBe(5);
  });

  it("fails alone when a network answers with its own page, and the next file follows", async () => {
    await start();
    let isFirst = true;
    await on.page.route("**/api/v1/chat/attachments", async (route) => {
      if (!isFirst || route.request().method() !== "POST") return route.fallback();
      isFirst = false;
      const headers = { "access-control-allow-origin": "*" };
      return route.fulfill({ status: 200, contentType: "text/html", headers, body: "<h1>Sign in to the network</h1>" });
    });
    const before = on.server.files.size;
    await pick(text("first.txt"), text("second.txt"));
    await expect.poll(() => on.server.files.size).toBe(before + 1);
    await expect.poll(() => chips().count()).toBe(2);
  });

  it("that the server refuses says why; one that was lost on the way goes again", async () => {
    on.server.failures.set("/api/v1/chat/attachments", { status: 422, code: "attachment_refused" });
    await start();
    await pick(picture());
    await on.page.getByText("or the file is damaged").waitFor();
    await button("Remove screen.png").click();
    on.server.failures.set("/api/v1/chat/attachments", { status: 503, code: "overloaded" });
    await pick(text());
    await button("Retry").waitFor();
    on.server.failures.clear();
    await button("Retry").click();
    await expect.poll(() => chips().textContent()).toContain("TXT");
    const ids = on.server.requests.filter(({ method, path }) => method === "POST" && path.endsWith("/attachments"));
    expect(ids.at(-1)?.body).toBe(ids.at(-2)?.body);
  });

  it("that was chosen without a network goes when there is one", async () => {
    await start();
    await pick(text("first.txt"));
    await expect.poll(() => chips().textContent()).toContain("TXT");
    await on.page.context().setOffline(true);
    await pick(text("second.txt"));
    await on.page.getByText("Will be sent when you’re online").waitFor();
    await on.page.context().setOffline(false);
    await expect.poll(() => button("Send").isEnabled(), { timeout: 10_000 }).toBe(true);
  });
});

describe("a picture in the timeline", () => {
  async function received() {
    await start();
    const buffer = png();
    const attachment = { id: "p1", name: "photo.webp", type: "image/webp", size: 900, width: 800, height: 600 };
    on.server.files.set("p1", { attachment, bytes: buffer });
    await expect.poll(() => on.server.tickets.size).toBeGreaterThan(0);
    on.server.ticket.say("agent", "", { attachments: [attachment], agent: { id: "a", name: "Ada" } });
    await button("Open picture photo.webp").waitFor();
  }

  it("has its place before it is there", async () => {
    let go = () => {};
    await received();
    await on.page.reload();
    await on.page.route("**/attachments/p1*", async (route) => {
      await new Promise<void>((done) => (go = done));
      await route.continue();
    });
    if (!(await on.panel.isVisible())) await on.open();
    const before = await button("Open picture photo.webp").boundingBox();
    expect(before).toMatchObject({ width: 240, height: 180 });
    go();
    await expect.poll(() => isGreen("parley-files canvas")).toBe(true);
    expect(await button("Open picture photo.webp").boundingBox()).toEqual(before);
  });

  it("opens over the panel, and Escape goes back to it without closing the chat", async () => {
    await received();
    await button("Open picture photo.webp").press("Enter");
    const viewer = on.page.getByRole("dialog", { name: "photo.webp" });
    await viewer.waitFor();
    await expect.poll(() => isGreen("parley-viewer canvas")).toBe(true);
    const focused = () =>
      on.page.evaluate(() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        return element?.getAttribute("aria-label");
      });
    expect(await focused()).toBe("Close picture");
    await on.page.keyboard.press("Tab");
    expect(await focused()).toMatch(/^Download photo\.webp/);
    await on.page.keyboard.press("Tab");
    expect(await focused()).toBe("Close picture");
    await on.page.keyboard.press("Escape");
    await expect.poll(() => viewer.count()).toBe(0);
    expect(await focused()).toBe("Open picture photo.webp");
    expect(await on.panel.isVisible()).toBe(true);
  });

  it("is spoken by its name, and needs no address that a page's policy could forbid", async () => {
    await received();
    await expect.poll(() => on.page.locator("parley-chat .spoken").textContent()).toContain("Ada: photo.webp");
    await expect.poll(() => isGreen("parley-files canvas")).toBe(true);
    expect(await on.page.evaluate(() => document.documentElement.outerHTML)).not.toContain("token");
    const reads = on.server.requests.filter(({ path }) => path.includes("/attachments/p1"));
    expect(
      reads.every(({ path, headers }) => !path.includes("token") && headers.authorization?.startsWith("Bearer ")),
    ).toBe(true);
  });
});
