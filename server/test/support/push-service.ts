import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { derivePushKeys, type PushDeps } from "../../accounts/people/send-push.ts";

/** Push settings for tests that send none. */
export function testPush(log = pino({ level: "silent" })): PushDeps {
  const secret = { kid: "test", secret: "test-secret-test-secret-test-secret-0123" };
  return { keys: derivePushKeys([secret]), publicUrl: "http://localhost", privateHosts: [], log };
}

export interface ReceivedPush {
  path: string;
  message: unknown;
  /** The server's key, after its signature was checked. */
  key: string;
  claims: { aud: string; exp: number; sub: string };
}

export interface PushService extends AsyncDisposable {
  received: ReceivedPush[];
  /** Status of the next responses. */
  status: number;
  /** Called with each push. */
  onPush(): void;
  /** A browser's subscription at this service. */
  subscribe(name: string): { endpoint: string; keys: { p256dh: string; auth: string } };
}

/** A push service on this machine that decrypts like the browser would. */
export async function startPushService(): Promise<PushService> {
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = randomBytes(16);
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(Buffer.from(piece));
    service.onPush();
    service.received.push({
      path: request.url ?? "",
      message: JSON.parse(decrypt(Buffer.concat(pieces), browser, auth)),
      ...checkSender(request.headers.authorization ?? ""),
    });
    response.writeHead(service.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // listening on a port, so it is no pipe
  const service: PushService = {
    received: [],
    status: 201,
    onPush: () => {},
    subscribe: (name) => ({
      endpoint: `http://127.0.0.1:${port}/${name}`,
      keys: { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") },
    }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return service;
}

/** RFC 8188 with the keys of RFC 8291: salt, record size, the sender's key, one record. */
function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + (body[20] ?? 0));
  const record = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), sender]);
  const shared = hkdfSync("sha256", browser.computeSecret(sender), auth, info, 32);
  const part = (name: string, size: number) =>
    Buffer.from(hkdfSync("sha256", Buffer.from(shared), salt, `Content-Encoding: ${name}\0`, size));
  const decipher = createDecipheriv("aes-128-gcm", part("aes128gcm", 16), part("nonce", 12));
  decipher.setAuthTag(record.subarray(-16));
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString("utf8");
}

/** Checks the signature of RFC 8292: `vapid t=<JWT>, k=<key>`. */
function checkSender(header: string): Pick<ReceivedPush, "key" | "claims"> {
  const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? [];
  const [head, claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const x = point.subarray(1, 33).toString("base64url");
  const y = point.subarray(33).toString("base64url");
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const signed = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!signed) throw new Error("the sender's signature is wrong");
  return { key, claims: JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) };
}
