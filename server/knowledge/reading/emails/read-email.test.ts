import { describe, expect, it, test } from "vitest";
import { readEmail } from "./read-email.ts";

const token = "b2".repeat(16);
const own = `replies+${token}@in.example`;
const hints = {
  inbound: "replies@in.example",
  tokens: [token],
  addresses: ["support@parley.example", "replies@in.example"],
  names: ["Fjord Shop"],
};

async function read(headers: string[], body: string | Buffer) {
  const head = [
    "From: Ada <ada@mail.example>",
    `To: <${own}>`,
    ...(headers.some((one) => one.startsWith("Subject:")) ? [] : ["Subject: Re: Your tent"]),
    "MIME-Version: 1.0",
    ...headers,
    "",
    "",
  ].join("\r\n");
  const bytes = Buffer.concat([Buffer.from(head), Buffer.from(body)]);
  return (await readEmail({ bytes, isJson: false, hints, limits: { emailLines: 100_000 } })).reading;
}

const part = (type: string, body: string, ...headers: string[]) =>
  [`Content-Type: ${type}`, ...headers, "", body].join("\r\n");
const multipart = (boundary: string, ...parts: string[]) =>
  `${parts.map((one) => `--${boundary}\r\n${one}\r\n`).join("")}--${boundary}--\r\n`;
const picture = Buffer.alloc(200, 7).toString("base64");

describe("the text of an e-mail", () => {
  it("never contains the reply address of the ticket", async () => {
    const text = `I wrote to ${own.toUpperCase()}, and to replies%2B${token}%40in.example.\r\n\r\nOn 3 Feb 2026, Fjord <${own}> wrote:\r\n> Hi`;
    const { text: said, folded } = await read(["Content-Type: text/plain"], text);
    expect(`${said}${folded}`.toLowerCase()).not.toContain(token);
    expect(`${said}${folded}`).toContain("replies@in.example");
  });

  it("is read from the HTML when the plain part says something else or nothing", async () => {
    const html = part(
      "text/html; charset=utf-8",
      "<p>I return the <b>stove</b>, not the lamp. It came with a dent on the left side, and the lid does not close.</p>",
    );
    for (const plain of [
      "Ihr E-Mail-Programm zeigt kein HTML an.",
      "このメールはHTML形式です。ブラウザでご覧ください。",
      " ",
      "I return the stove",
    ]) {
      const body = multipart("b", part("text/plain; charset=utf-8", plain), html);
      const { text } = await read(["Content-Type: multipart/alternative; boundary=b"], body);
      expect(text, plain).toMatch(/^I return the stove, not the lamp. It came with a dent/);
    }
    const long = "Which stove is it that you want to return? ".repeat(5);
    const short = multipart(
      "b",
      part("text/plain", "The red one."),
      part("text/html", `<p>The red one.</p><blockquote type="cite">${long}</blockquote>`),
    );
    expect((await read(["Content-Type: multipart/alternative; boundary=b"], short)).text).toBe("The red one.");
    const same = multipart(
      "b",
      part(
        "text/plain",
        "I return the stove,\r\nnot the lamp. It came with a dent on the left side, the lid does not close.",
      ),
      html,
    );
    const { text } = await read(["Content-Type: multipart/alternative; boundary=b"], same);
    expect(text).toMatch(/^I return the stove,\nnot the lamp/);
  });

  it("of HTML keeps the sender's own quotations and folds what programs mark as quoted", async () => {
    const said = "<div>It shows:<blockquote>E-204: pump blocked</blockquote>What now?</div>";
    for (const quote of [
      '<div class="gmail_quote"><div class="gmail_attr">Fjord, on Tuesday</div><blockquote class="gmail_quote">Which one?</blockquote></div>',
      '<div class="moz-cite-prefix">Fjord, on Tuesday</div><blockquote type="cite">Which one?</blockquote>',
      '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">Fjord, on Tuesday</div><div>Which one?</div>',
      '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in">Fjord, on Tuesday</div><p>Which one?</p>',
      '<div class="yahoo_quoted"><div>Fjord, on Tuesday</div><div>Which one?</div></div>',
    ]) {
      const { text, folded } = await read(["Content-Type: text/html; charset=utf-8"], said + quote);
      expect(text).toBe("It shows:\n\n> E-204: pump blocked\n\nWhat now?");
      expect(folded).toContain("Fjord, on Tuesday");
      expect(folded).toContain("Which one?");
    }
    const cells = await read(
      ["Content-Type: text/html"],
      "<table><tr><td>Tent</td><td>2</td></tr><tr><td>Peg</td></tr></table>",
    );
    expect(cells.text).toBe("Tent 2\nPeg");
  });

  it.each([
    '<div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>From: <strong>Shop</strong> &lt;orders@shop.example&gt;<br>Date: Mon, 2 Feb 2026 at 18:40<br>Subject: Order 55<br>To: &lt;ada@mail.example&gt;<br></div><blockquote class="gmail_quote">1 x tent</blockquote></div>',
    '<div>Begin forwarded message:</div><blockquote type="cite"><div><b>From: </b>Shop &lt;orders@shop.example&gt;</div><div><b>Subject: </b>Order 55</div><div><b>Date: </b>2 February 2026 at 18:40:00 CET</div><div><b>To: </b>ada@mail.example</div><br><div>1 x tent</div></blockquote>',
    '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Shop &lt;orders@shop.example&gt;<br><b>Sent:</b> Monday, February 2, 2026 6:40 PM<br><b>To:</b> Ada &lt;ada@mail.example&gt;<br><b>Subject:</b> Order 55</div><div>1 x tent</div>',
  ])("of HTML includes what is forwarded", async (forwarded) => {
    const html = `<div>Please look at this.</div>${forwarded}`;
    const subjects = [
      "Subject: Fwd: Order 55",
      ...(forwarded.includes("divRplyFwdMsg") ? ["Subject: XX: Order 55"] : []),
    ];
    for (const subject of subjects) {
      const { text, folded } = await read(["Content-Type: text/html", subject], html);
      expect(text).toContain("Please look at this.");
      expect(text).toContain("1 x tent");
      expect(folded).toBeNull();
    }
  });

  it("includes an e-mail that is forwarded as a file, with its files", async () => {
    const inner = [
      "From: Shop <orders@shop.example>",
      "Subject: Order 55",
      "Content-Type: multipart/mixed; boundary=i",
      "",
      multipart(
        "i",
        part("text/plain", "1 x tent"),
        part("text/plain; name=bill.txt", "9.90", "Content-Disposition: attachment; filename=bill.txt"),
      ),
    ].join("\r\n");
    const body = multipart(
      "b",
      part("text/plain", "See below."),
      part("message/rfc822", inner, "Content-Disposition: attachment"),
    );
    const { text, files } = await read(["Content-Type: multipart/mixed; boundary=b"], body);
    expect(text).toContain("See below.");
    expect(text).toContain("Shop, orders@shop.example, Order 55\n\n1 x tent");
    expect(files.map(({ name }) => name)).toEqual(["bill.txt"]);
  });

  it("of great length is also a file", async () => {
    const { text, files } = await read(["Content-Type: text/plain"], "word\r\n".repeat(9_000).repeat(5));
    expect(text.length).toBeLessThanOrEqual(200_000);
    expect(files).toMatchObject([{ name: "e-mail.txt", bytes: 45_000 * 5 }]);
  }, 20_000);
});

describe("pasted pictures", () => {
  const image = (id: string) =>
    part(`image/png; name="${id}.png"`, picture, `Content-ID: <${id}@x>`, "Content-Transfer-Encoding: base64");

  it("are files, named where they stand", async () => {
    const html = part("text/html", '<p>I see:</p><img src="cid:one@x"><p>And now?</p>');
    for (const body of [
      multipart("b", html, image("one")),
      multipart("b", part("text/plain", "I see:\r\n\r\n[cid:one@x]\r\n\r\nAnd now?"), image("one")),
    ]) {
      const { text, files } = await read(["Content-Type: multipart/related; boundary=b"], body);
      expect(text).toBe("I see:\n\n[one.png]\n\nAnd now?");
      expect(files.map(({ name }) => name)).toEqual(["one.png"]);
    }
  });

  it("can have their bytes in the HTML", async () => {
    const html = `<p>I see:</p><img src="data:image/png;base64,${picture}"><p>And now?</p>`;
    const { text, files } = await read(["Content-Type: text/html"], html);
    expect(text).toBe("I see:\n\n[picture-1]\n\nAnd now?");
    expect(files).toEqual([{ name: "picture-1", type: "image/png", bytes: 200 }]);
  });

  it("of a quote or a signature are no files of the message", async () => {
    const html = part(
      "text/html",
      'It is broken.<img src="cid:one@x"><div class="moz-cite-prefix">Fjord wrote</div><blockquote type="cite"><img src="cid:logo@x"></blockquote>',
    );
    const { files } = await read(
      ["Content-Type: multipart/related; boundary=b"],
      multipart("b", html, image("one"), image("logo")),
    );
    expect(files.map(({ name }) => name)).toEqual(["one.png"]);
  });
});

test.each([
  ["ISO-2022-JP without a charset", "text/plain", Buffer.from("\x1b$BJV6b\x1b(B OK", "latin1"), "返金 OK"],
  [
    "windows-1252 called ISO-8859-1",
    "text/plain; charset=iso-8859-1",
    Buffer.from("it\x92s \x8020", "latin1"),
    "it’s €20",
  ],
  ["windows-1252 called US-ASCII", "text/plain; charset=us-ascii", Buffer.from("für 9 \x80", "latin1"), "für 9 €"],
  [
    "windows-1252 called UTF-8",
    "text/plain; charset=utf-8",
    Buffer.from("größer als üblich für \x80 9", "latin1"),
    "größer als üblich für € 9",
  ],
  ["UTF-8 without a charset", "text/plain", Buffer.from("größer – 返金"), "größer – 返金"],
])("%s is read as mail programs do", async (_name, type, body, expected) => {
  expect((await read([`Content-Type: ${type}`, "Content-Transfer-Encoding: 8bit"], body)).text).toBe(expected);
});

describe("an automatic e-mail", () => {
  it.each([
    "Auto-Submitted: auto-generated",
    "X-Auto-Response-Suppress: OOF",
    "X-Autoreply: yes",
    "Precedence: list",
    "List-Id: <news.shop.example>",
    "Return-Path: <>",
    "Subject: Réponse automatique : Your tent",
    "Subject: =?utf-8?B?6Ieq5YuV5b+c562UOiBZb3VyIHRlbnQ=?=",
  ])("is known by %s", async (header) => {
    expect((await read([header], "I am away.")).kind).toBe("automatic");
  });

  it.each([
    "Auto-Submitted: no",
    "Subject: Re: Automatic reply: Your tent",
    "X-Auto-Response-Suppress: None",
    "Return-Path: <ada@mail.example>",
  ])("is not an e-mail with %s", async (header) => {
    expect((await read([header], "It is me.")).kind).toBe("personal");
  });
});

describe("a bounce", () => {
  const report = (status: string, diagnostic: string, action = "failed") =>
    multipart(
      "r",
      part("text/plain", "Not delivered."),
      part(
        "message/delivery-status",
        `Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; ada@mail.example\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; ${diagnostic}`,
      ),
    );
  const kind = async (body: string) => {
    const { kind, bounce } = await read(
      ["Content-Type: multipart/report; report-type=delivery-status; boundary=r", "Auto-Submitted: auto-replied"],
      body,
    );
    return [kind, bounce];
  };

  it.each([
    ["5.1.1", "550 5.1.1 no such user", "gone"],
    ["5.0.0", "550 no mailbox by that name", "gone"],
    ["5.1.10", "550 5.1.10 recipient not found", "gone"],
    ["5.2.1", "550 5.2.1 disabled", "gone"],
    ["5.4.4", "host not found", "gone"],
    ["5.2.2", "552 5.2.2 over quota", "full"],
    ["4.2.2", "452 4.2.2 over quota", "full"],
    ["5.0.0", "552 over quota", "full"],
    ["4.4.7", "queue expired", "delayed"],
    ["4.4.1", "connection timed out", "delayed"],
    ["5.4.7", "delivery time expired", "delayed"],
    ["5.7.1", "550 5.7.1 looks like spam", "rejected"],
    ["5.7.26", "550-5.7.26 unauthenticated", "rejected"],
    ["5.3.4", "552 5.3.4 too large", "rejected"],
    ["5.2.3", "552 5.2.3 too large", "rejected"],
    ["5.6.0", "554 5.6.0 malformed", "rejected"],
    ["5.0.0", "554 refused", "rejected"],
  ])('with the status %s and "%s" is %s', async (status, diagnostic, expected) => {
    expect(await kind(report(status, diagnostic))).toEqual(["bounce", expected]);
  });

  it("is none while the server still tries", async () => {
    expect(await kind(report("4.4.1", "451 later", "delayed"))).toEqual(["automatic", null]);
  });

  it.each([
    ["X-Failed-Recipients: ada@mail.example", "host mx.example[10.5.1.1]: 550 5.1.1 no such user", "gone"],
    ["X-Failed-Recipients: ada@mail.example", "Remote host said: 552 quota exceeded", "full"],
    ["X-Failed-Recipients: ada@mail.example", "host said: 554 5.7.1 blocked", "rejected"],
  ])('without a report is known by %s and "%s"', async (header, text, expected) => {
    expect(await read([header, "Auto-Submitted: auto-replied"], text)).toMatchObject({
      kind: "bounce",
      bounce: expected,
    });
    expect(await read([], text)).toMatchObject({ kind: "personal", bounce: null });
  });
});
