import { createCanvas, loadImage } from "@napi-rs/canvas";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Attachment, AttachmentRules } from "../../../protocol/attachments.ts";
import type { Message } from "../../../protocol/messages.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { bombPng, jpegTurned, makeZip, photo } from "../../test/support/attachment-files.ts";
import { originA, originB, startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { sweepAttachments } from "../attachments/sweep.ts";
import { acceptMessage } from "../turns/accept-message.ts";
import type { TurnDeps } from "../turns/deps.ts";

let server: TestHttp;
let visitor: VisitorClient;
const api = () => `${server.url}/api/v1`;

beforeAll(async () => {
  const many = { points: 0, seconds: 60 };
  server = await startTestHttp({
    rules: { upload_ticket: many, upload_address: many, admin_caller: many, chat_ticket: many },
  });
}, 120_000);
afterAll(() => server?.[Symbol.asyncDispose]());
beforeEach(async () => {
  visitor = await VisitorClient.init(api(), server.a.tenant_id, originA);
});

/** Fields of a response; the status says which of the two is present. */
interface Answer {
  attachment: Attachment;
  error: { code: string; message: string };
}

interface Sent {
  name: string;
  bytes: Buffer | string;
  type?: string;
  id?: string;
}

function formOf({ name, bytes, type = "", id = newId() }: Sent): FormData {
  const form = new FormData();
  form.set("id", id);
  form.set("file", new File([bytes], name, { type }));
  return form;
}

async function upload(sent: Sent, who = visitor) {
  const headers = { origin: originA, authorization: `Bearer ${who.session.token}` };
  const response = await fetch(`${api()}/chat/attachments`, { method: "POST", headers, body: formOf(sent) });
  return { status: response.status, body: (await response.json()) as Answer };
}

async function uploadAsAgent(ticketId: string, sent: Sent, key = server.a.api_key) {
  const headers = { authorization: `Bearer ${key}` };
  const url = `${api()}/admin/tickets/${ticketId}/attachments`;
  const response = await fetch(url, { method: "POST", headers, body: formOf(sent) });
  return { status: response.status, body: (await response.json()) as Answer };
}

function read(id: string, size = "full", who = visitor) {
  const headers = { origin: originA, authorization: `Bearer ${who.session.token}` };
  return fetch(`${api()}/chat/attachments/${id}?size=${size}`, { headers });
}

async function setRules(attachments: Partial<AttachmentRules>) {
  const headers = { authorization: `Bearer ${server.a.api_key}`, "content-type": "application/json" };
  const response = await fetch(`${api()}/admin/settings`, {
    method: "PATCH",
    headers,
    body: JSON.stringify({ attachments }),
  });
  expect(response.status).toBe(200);
}

/** A message as a turn would store it; these tests run no assistant. */
function say(content: string, attachments: string[], messageId = newId()) {
  const deps = { db: server.db, hub: server.ctx.desk.hub, holder: "test" } as unknown as TurnDeps; // all that accepting needs
  return acceptMessage(deps, {
    tenantId: server.a.tenant_id,
    ticketId: visitor.session.ticket.id,
    messageId,
    content,
    attachments,
  });
}

function count(table: "attachments" | "attachment_files", tenantId = server.a.tenant_id): Promise<number> {
  return withTenant(server.db, tenantId, async (tx) => {
    const { rows } = await tx.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    return rows[0]?.n ?? -1;
  });
}

const png = () => {
  const canvas = createCanvas(900, 300);
  const context = canvas.getContext("2d");
  context.fillStyle = "teal";
  context.fillRect(0, 0, 900, 300);
  return canvas.toBuffer("image/png");
};

describe("a picture", () => {
  it("is kept anew in two sizes, and shown inside a page only so", async () => {
    const { status, body } = await upload({ name: "screen.png", bytes: png(), type: "image/png" });
    expect(status).toBe(201);
    expect(body.attachment).toMatchObject({ name: "screen.webp", type: "image/webp", width: 900, height: 300 });
    const full = await read(body.attachment.id);
    expect(full.headers.get("content-type")).toBe("image/webp");
    expect(full.headers.get("content-disposition")).toBe("inline");
    expect(full.headers.get("x-content-type-options")).toBe("nosniff");
    expect(full.headers.get("content-security-policy")).toContain("sandbox");
    expect(full.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(full.headers.get("access-control-allow-origin")).toBe(originA);
    expect(full.headers.get("cache-control")).toContain("no-store");
    const bytes = Buffer.from(await full.arrayBuffer());
    expect(bytes.length).toBe(body.attachment.size);
    const preview = await loadImage(Buffer.from(await (await read(body.attachment.id, "preview")).arrayBuffer()));
    expect([preview.width, preview.height]).toEqual([640, 213]);
  });

  it("loses where it was taken and keeps how it was held", async () => {
    const bytes = await jpegTurned(60, 30);
    expect(bytes.includes("SECRET-PLACE")).toBe(true);
    const { body } = await upload({ name: "IMG_1.JPG", bytes, type: "image/jpeg" });
    expect(body.attachment).toMatchObject({ name: "IMG_1.JPG", type: "image/jpeg", width: 30, height: 60 });
    const kept = Buffer.from(await (await read(body.attachment.id)).arrayBuffer());
    expect(kept.includes("SECRET-PLACE")).toBe(false);
    expect(kept.includes("Exif")).toBe(false);
  });

  it("of a camera is bounded on its longer side", async () => {
    const { body } = await upload({ name: "photo.jpg", bytes: await photo(4000, 3000), type: "image/jpeg" });
    expect(body.attachment).toMatchObject({ width: 2560, height: 1920 });
  });

  it("that hides a script behind its first bytes loses the script", async () => {
    const canvas = createCanvas(20, 20);
    const script = "*/=1;alert(document.domain)//";
    const bytes = Buffer.concat([canvas.toBuffer("image/png"), Buffer.from(script)]);
    const { body } = await upload({ name: "a.png", bytes, type: "image/png" });
    expect(Buffer.from(await (await read(body.attachment.id)).arrayBuffer()).includes("alert")).toBe(false);
  });
});

describe("what is not what it says", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const gifScript = "GIF89a/*\u0001\u0001*/=1;alert(1)//";
  it.each<[what: string, sent: () => Promise<Sent> | Sent]>([
    ["an SVG that is called PNG", () => ({ name: "a.png", bytes: svg, type: "image/png" })],
    ["an SVG", () => ({ name: "a.svg", bytes: svg, type: "image/svg+xml" })],
    ["an SVG that is called a text", () => ({ name: "a.txt", bytes: `\n ${svg}`, type: "text/plain" })],
    ["a page", () => ({ name: "a.html", bytes: "<!doctype html><p>x", type: "text/html" })],
    ["a page that is called a text", () => ({ name: "a.log", bytes: "\ufeff<HTML><body>x", type: "" })],
    ["a GIF that is a script", () => ({ name: "a.gif", bytes: gifScript, type: "image/gif" })],
    ["a JPEG that is called PNG", async () => ({ name: "a.png", bytes: await photo(10, 10), type: "image/png" })],
    ["a PNG declared as a PDF", () => ({ name: "a", bytes: png(), type: "application/pdf" })],
    ["a program", () => ({ name: "a.exe", bytes: "MZ\u0000\u0001", type: "" })],
    ["a program that is called a text", () => ({ name: "a.txt", bytes: "MZ\u0000\u0001", type: "" })],
    ["bytes that are no UTF-8", () => ({ name: "a.csv", bytes: Buffer.from([0x61, 0xff, 0xfe]), type: "text/csv" })],
    ["a terminal's colours", () => ({ name: "a.log", bytes: "\u001b[31mred", type: "" })],
    ["an archive that is called DOCX", () => ({ name: "a.docx", bytes: makeZip({ "a.txt": "x" }) })],
    [
      "a document with macros",
      () => ({
        name: "a.docx",
        bytes: makeZip({ "[Content_Types].xml": "x", "word/document.xml": "x", "word/vbaProject.bin": "x" }),
      }),
    ],
    ["an archive", () => ({ name: "a.zip", bytes: makeZip({ "a.txt": "x" }) })],
    ["nothing", () => ({ name: "a.txt", bytes: "" })],
    ["a picture of four billion points", () => ({ name: "a.png", bytes: bombPng(65_000, 65_000), type: "image/png" })],
    ["a picture that lies about its size", () => ({ name: "a.png", bytes: bombPng(65_000, 65_000).fill(0, 16, 24) })],
    [
      "a picture that ends in its header",
      () => ({ name: "a.jpg", bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]) }),
    ],
  ])("is refused with a reason: %s", async (_what, sent) => {
    const { status, body } = await upload(await sent());
    expect([status, body.error.code]).toEqual([422, "attachment_refused"]);
    expect(body.error.message).toMatch(/^[A-Z].{10,}\.$/);
    const history = await read(newId());
    expect(history.status).toBe(404);
  });

  it.each([
    ["a text", { name: "Protokoll ä.log", bytes: "10:00 ok\r\n\t<b> is no tag here\n", type: "" }],
    ["a table", { name: "a.csv", bytes: "\ufeffa;b\n1;2\n", type: "application/vnd.ms-excel" }],
    ["a PDF", { name: "a.pdf", bytes: "%PDF-1.7\n<script>", type: "application/pdf" }],
    ["a document", { name: "a.docx", bytes: makeZip({ "[Content_Types].xml": "x", "word/document.xml": "x" }) }],
    ["a sheet", { name: "a.xlsx", bytes: makeZip({ "xl/workbook.xml": "x", "[Content_Types].xml": "x" }) }],
  ])("is told from %s, which comes back byte for byte and opens nowhere", async (_what, sent) => {
    const { status, body } = await upload(sent);
    expect([status, body.attachment?.name]).toEqual([201, sent.name]);
    const response = await read(body.attachment.id);
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename/);
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(sent.bytes))).toBe(true);
  });
});

describe("a name", () => {
  it.each([
    ["../../etc/passwd.txt", "passwd.txt"],
    ["C:\\temp\\a.txt", "a.txt"],
    ["invoice\u202etxt.exe.txt", "invoicetxt.exe.txt"],
    ["a\u0007\u200bb.txt", "ab.txt"],
    [`${"x".repeat(300)}.txt`, `${"x".repeat(116)}.txt`],
    ["Résumé 日本.txt", "Résumé 日本.txt"],
    ["notes", "notes.txt"],
  ])("%j becomes %j", async (name, expected) => {
    const { body } = await upload({ name, bytes: "text" });
    expect(body.attachment.name).toBe(expected);
    const disposition = (await read(body.attachment.id)).headers.get("content-disposition");
    expect(disposition).toMatch(/^attachment; filename=("[\x20-\x7e]+"|[\w.]+)(; filename\*=UTF-8''[\w%.!~()'*-]+)?$/);
  });
});

describe("an upload", () => {
  it("that is sent twice is one attachment; another file under the same id is refused", async () => {
    const before = await count("attachments");
    const sent = { name: "a.txt", bytes: "one", id: newId() };
    const [first, again] = await Promise.all([upload(sent), upload(sent)]);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(await count("attachments")).toBe(before + 1);
    const other = await upload({ ...sent, bytes: "two" });
    expect([other.status, other.body.error.code]).toEqual([409, "conflict"]);
  });

  it("beyond the tenant's size is cut off while it comes in", async () => {
    await setRules({ max_bytes: 2_000 });
    const { status, body } = await upload({ name: "a.txt", bytes: "x".repeat(5_000) });
    await setRules({ max_bytes: 10_000_000 });
    expect([status, body.error.code]).toEqual([413, "payload_too_large"]);
  });

  it("beyond what may be sent in a day is refused, by ticket and by tenant", async () => {
    await upload({ name: "a.txt", bytes: "x".repeat(800) });
    await setRules({ ticket_bytes_per_day: 1_000 });
    const byTicket = await upload({ name: "b.txt", bytes: "x".repeat(300) });
    await setRules({ ticket_bytes_per_day: 50_000_000, tenant_bytes_per_day: 1_000 });
    const byTenant = await upload({ name: "b.txt", bytes: "x".repeat(300) });
    await setRules({ tenant_bytes_per_day: 2_000_000_000 });
    for (const { status, body } of [byTicket, byTenant])
      expect([status, body.error.code]).toEqual([429, "attachment_limit"]);
  });

  it("is refused where visitors may send none, and the handshake says so", async () => {
    expect(visitor.session.attachments).toMatchObject({ max_bytes: 10_000_000 });
    await setRules({ from_visitors: false });
    const { status } = await upload({ name: "a.txt", bytes: "x" });
    const told = await VisitorClient.init(api(), server.a.tenant_id, originA);
    const byAgent = await uploadAsAgent(visitor.session.ticket.id, { name: "a.txt", bytes: "x" });
    await setRules({ from_visitors: true });
    expect([status, told.session.attachments, byAgent.status]).toEqual([403, undefined, 201]);
  });

  it("of a type that the tenant has added is taken", async () => {
    await setRules({ types: ["zip"] });
    const zip = await upload({ name: "a.zip", bytes: makeZip({ "a.txt": "x" }) });
    const text = await upload({ name: "a.txt", bytes: "x" });
    await setRules({ types: ["png", "jpeg", "webp", "gif", "pdf", "txt", "csv", "log", "docx", "xlsx"] });
    expect([zip.status, text.status]).toEqual([201, 422]);
  });

  it("that is cut off in the middle leaves nothing", async () => {
    const before = await count("attachments");
    const boundary = "cut";
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="id"\r\n\r\n${newId()}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of`;
    const response = await fetch(`${api()}/chat/attachments`, {
      method: "POST",
      headers: {
        origin: originA,
        authorization: `Bearer ${visitor.session.token}`,
        "content-type": `multipart/form-data; boundary=${boundary}`,
      },
      body: head,
    });
    expect(response.status).toBe(400);
    expect(await count("attachments")).toBe(before);
  });

  it.each([
    ["two files", (form: FormData) => form.append("file", new File(["x"], "b.txt"))],
    ["no file", (form: FormData) => form.delete("file")],
    ["no id", (form: FormData) => form.delete("id")],
    ["another field", (form: FormData) => form.set("ticket_id", newId())],
  ])("with %s is refused", async (_what, change) => {
    const form = formOf({ name: "a.txt", bytes: "x" });
    change(form);
    const headers = { origin: originA, authorization: `Bearer ${visitor.session.token}` };
    const response = await fetch(`${api()}/chat/attachments`, { method: "POST", headers, body: form });
    expect(response.status).toBe(400);
  });

  it("that is no form, or has no session, is refused", async () => {
    const json = await visitor.call("attachments", { method: "POST", body: "{}" });
    const nobody = await fetch(`${api()}/chat/attachments`, {
      method: "POST",
      body: formOf({ name: "a.txt", bytes: "x" }),
    });
    expect([json.status, nobody.status]).toEqual([415, 401]);
  });

  it("leaves neither its name nor its bytes in the log", async () => {
    await upload({ name: "geheimer-name.txt", bytes: "geheimer-inhalt" });
    await upload({ name: "geheimer-name.png", bytes: "geheimer-inhalt" });
    expect(server.logged.filter((line) => line.includes("geheimer"))).toEqual([]);
  });
});

describe("a message", () => {
  it("names its files, in their order, in history and event, and needs no words", async () => {
    const one = (await upload({ name: "1.txt", bytes: "1" })).body.attachment;
    const two = (await upload({ name: "2.png", bytes: png() })).body.attachment;
    await say("", [two.id, one.id]);
    const { messages } = (await (await visitor.call("history")).json()) as { messages: Message[] };
    expect(messages.at(-1)).toMatchObject({ role: "visitor", content: "", attachments: [two, one] });
    const stop = new AbortController();
    const events = await visitor.call("events?last_event_id=0", { signal: stop.signal });
    let text = "";
    for await (const piece of events.body ?? []) {
      text += Buffer.from(piece).toString();
      if (text.includes(one.id)) break;
    }
    stop.abort();
    expect(text).toContain(`"attachments":${JSON.stringify([two, one])}`);
  });

  it("that is sent twice is one; with other files it is another one", async () => {
    const one = (await upload({ name: "1.txt", bytes: "1" })).body.attachment;
    const two = (await upload({ name: "2.txt", bytes: "2" })).body.attachment;
    const id = newId();
    await say("look", [one.id], id);
    await say("look", [one.id], id);
    await expect(say("look", [two.id], id)).rejects.toMatchObject({ code: "message_conflict" });
    const { messages } = (await (await visitor.call("history")).json()) as { messages: Message[] };
    expect(messages).toHaveLength(1);
  });

  it("cannot name what is another's, an agent's, part of another message, or not there", async () => {
    const own = (await upload({ name: "1.txt", bytes: "1" })).body.attachment.id;
    const agents = await uploadAsAgent(visitor.session.ticket.id, { name: "1.txt", bytes: "1" });
    const other = await VisitorClient.init(api(), server.a.tenant_id, originA);
    const theirs = (await upload({ name: "1.txt", bytes: "1" }, other)).body.attachment.id;
    await say("first", [own]);
    for (const id of [own, agents.body.attachment.id, theirs, newId()])
      await expect(say("again", [id])).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("has at most five files, none twice, and something in it", async () => {
    const send = async (body: object) =>
      (await visitor.call("stream", { method: "POST", body: JSON.stringify({ message_id: newId(), ...body }) })).status;
    const id = newId();
    expect(await send({ content: "x", attachments: Array.from({ length: 6 }, newId) })).toBe(400);
    expect(await send({ content: "x", attachments: [id, id] })).toBe(400);
    expect(await send({ content: " ", attachments: [] })).toBe(400);
    expect(await send({ content: " " })).toBe(400);
  });
});

describe("an agent", () => {
  const reply = (ticketId: string, body: object, key = server.a.api_key) =>
    fetch(`${api()}/admin/tickets/${ticketId}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  it("sends a file that the visitor reads, and reads the visitor's", async () => {
    const ticketId = visitor.session.ticket.id;
    const theirs = (await upload({ name: "log.txt", bytes: "error" })).body.attachment;
    await say("", [theirs.id]);
    const own = await uploadAsAgent(ticketId, { name: "fix.txt", bytes: "do this" });
    expect(own.status).toBe(201);
    // The visitor cannot read the file before it is sent.
    expect((await read(own.body.attachment.id)).status).toBe(404);
    const messageId = newId();
    const body = { message_id: messageId, content: "", attachments: [own.body.attachment.id] };
    const [sent, again] = [await reply(ticketId, body), await reply(ticketId, body)];
    expect([sent.status, again.status]).toEqual([200, 200]);
    const { messages } = (await sent.json()) as { messages: Message[] };
    expect(messages.at(-1)).toMatchObject({ role: "agent", content: "", attachments: [own.body.attachment] });
    expect(await (await read(own.body.attachment.id)).text()).toBe("do this");
    const seen = await fetch(`${api()}/admin/tickets/${ticketId}/attachments/${theirs.id}`, {
      headers: { authorization: `Bearer ${server.a.api_key}` },
    });
    expect([await seen.text(), seen.headers.get("cross-origin-resource-policy")]).toEqual(["error", "same-origin"]);
  });

  it("of another tenant finds nothing and sends nothing", async () => {
    const ticketId = visitor.session.ticket.id;
    const { id } = (await upload({ name: "log.txt", bytes: "error" })).body.attachment;
    const seen = await fetch(`${api()}/admin/tickets/${ticketId}/attachments/${id}`, {
      headers: { authorization: `Bearer ${server.b.api_key}` },
    });
    const sent = await uploadAsAgent(ticketId, { name: "a.txt", bytes: "x" }, server.b.api_key);
    expect([seen.status, sent.status]).toEqual([404, 404]);
  });
});

describe("who may not read it finds nothing", () => {
  it("whether of another tenant, another visitor, or asking by another ticket", async () => {
    const { id } = (await upload({ name: "log.txt", bytes: "error" })).body.attachment;
    const other = await VisitorClient.init(api(), server.a.tenant_id, originA);
    const foreign = await VisitorClient.init(api(), server.b.tenant_id, originB);
    const byForeign = await foreign.call(`attachments/${id}`);
    const byTicket = await fetch(`${api()}/admin/tickets/${other.session.ticket.id}/attachments/${id}`, {
      headers: { authorization: `Bearer ${server.a.api_key}` },
    });
    const byQuery = await fetch(`${api()}/chat/attachments/${id}?token=${visitor.session.token}`, {
      headers: { origin: originA },
    });
    expect([(await read(id, "full", other)).status, byForeign.status, byTicket.status, byQuery.status]).toEqual([
      404, 404, 404, 401,
    ]);
  });
});

describe("what is left of it", () => {
  it("is nothing a day after an upload that no message named, and everything of what one did", async () => {
    const left = (await upload({ name: "left.txt", bytes: "1" })).body.attachment.id;
    const sent = (await upload({ name: "sent.txt", bytes: "2" })).body.attachment.id;
    await say("", [sent]);
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    await sweepAttachments(server.db, inHours(23));
    expect((await read(left)).status).toBe(200);
    expect(await sweepAttachments(server.db, inHours(25))).toBeGreaterThan(0);
    expect([(await read(left)).status, (await read(sent)).status]).toEqual([404, 200]);
  });

  it("is nothing once its ticket is deleted", async () => {
    const waiting = await upload({ name: "a.txt", bytes: "1" });
    const sent = (await upload({ name: "b.png", bytes: png() })).body.attachment.id;
    await say("", [sent]);
    expect(waiting.status).toBe(201);
    const left = await withTenant(server.db, server.a.tenant_id, async (tx) => {
      const ticketId = visitor.session.ticket.id;
      await tx.query("delete from tickets where id = $1", [ticketId]);
      const { rows } = await tx.query<{ n: number }>(
        "select (select count(*) from attachments where ticket_id = $1)::int + (select count(*) from attachment_files where ticket_id = $1)::int as n",
        [ticketId],
      );
      return rows[0]?.n;
    });
    expect(left).toBe(0);
  });

  it("is nothing of any tenant in another's sight", async () => {
    await upload({ name: "a.txt", bytes: "1" });
    expect([
      await count("attachments", server.b.tenant_id),
      await count("attachment_files", server.b.tenant_id),
    ]).toEqual([0, 0]);
  });
});
