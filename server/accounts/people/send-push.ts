import { createECDH, hkdfSync } from "node:crypto";
import webPush from "web-push";
import type { PushMessage } from "../../../protocol/notices.ts";
import type { SessionSecret } from "../../core/config/config.ts";
import { AppError } from "../../core/errors.ts";
import { outgoingNetwork, parseOutgoing } from "../../core/fetch/outgoing-address.ts";
import { postGuarded } from "../../core/fetch/post-guarded.ts";
import type { Logger } from "../../core/log.ts";
import type { PushDeviceRow } from "../store/push-devices.ts";

/** Time in ms for one request to a push service. */
const timeoutMs = 10_000;
/** A device that is offline for longer gets no notification: the ticket is old news by then. In seconds. */
const keepSeconds = 4 * 60 * 60;
/** Longest text shown; phones cut earlier. Push services accept 4 KB in all. */
const maxChars = 160;

/** Hosts for push services that are not public, and the setting that allows them; for tests of an installation without internet. */
const rules = { setting: "WEBHOOK_PRIVATE_HOSTS" };

export interface PushDeps {
  keys: PushKeys;
  publicUrl: string;
  privateHosts: readonly string[];
  log: Logger;
}

/** `gone`: the browser has ended the subscription, so the device is to be deleted. */
export type PushOutcome = "sent" | "gone" | "failed";

/**
 * Checks the address of a push service, which a browser sent.
 * @throws AppError `invalid_request`.
 */
export function checkEndpoint(endpoint: string, { privateHosts }: Pick<PushDeps, "privateHosts">): void {
  const { protocol, hostname } = parseOutgoing(endpoint, { ...rules, privateHosts });
  if (protocol !== "https:" && !privateHosts.includes(hostname))
    throw new AppError("invalid_request", "The address of a push service must begin with https://.");
}

/** Sends one encrypted notification to a device. Never throws. */
export async function sendPush(
  { keys, publicUrl, privateHosts, log }: PushDeps,
  device: PushDeviceRow,
  message: PushMessage,
): Promise<PushOutcome> {
  const key = keys.find(({ id }) => id === device.keyId);
  // The secret of this key was removed; the console subscribes again at its next start.
  if (!key) return "gone";
  try {
    const url = parseOutgoing(device.endpoint, { ...rules, privateHosts });
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      JSON.stringify(shortened(message)),
      {
        vapidDetails: { subject: contactOf(publicUrl), publicKey: key.publicKey, privateKey: key.privateKey },
        TTL: keepSeconds,
        urgency: "high",
      },
    );
    const { status } = await postGuarded({
      url,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: body ?? "",
      network: outgoingNetwork(url, { ...rules, privateHosts }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (status >= 200 && status < 300) return "sent";
    log.warn({ device_id: device.id, status }, "Push service refused a notification");
    // 404 and 410: the subscription has ended (RFC 8030, section 7.3). 401 and 403: it belongs to another key.
    return [401, 403, 404, 410].includes(status) ? "gone" : "failed";
  } catch (error) {
    // Without the error's text, which may contain the endpoint: who knows it and the key can send notifications.
    log.warn({ device_id: device.id, reason: error instanceof Error ? error.name : "unknown" }, "Push failed");
    return "failed";
  }
}

function shortened({ title, body, ...rest }: PushMessage): PushMessage {
  return { title: title.slice(0, maxChars), body: body.slice(0, maxChars), ...rest };
}

/** Whom a push service may contact about this server (RFC 8292, section 2.1): an https or mailto address. */
function contactOf(publicUrl: string): string {
  return publicUrl.startsWith("https://") ? publicUrl : "mailto:operator@localhost";
}

/** A key pair of the server for Web Push (VAPID, RFC 8292), both parts in base64url. */
interface PushKey {
  /** Id of the session secret that it is derived from. */
  id: string;
  publicKey: string;
  privateKey: string;
}

/** The first key is for new devices; the others are for devices that subscribed before the secret was rotated. */
type PushKeys = readonly [PushKey, ...PushKey[]];

/** Order of the curve P-256 (SEC 2, section 2.4.2). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** 64 bits more than the order has, so that the remainder is not biased (FIPS 186-5, A.2.1). */
const seedBytes = 40;

/**
 * Derives the keys from the session secrets, so that an operator sets up no further secret and all processes use the same keys.
 * @throws Error without a secret.
 */
export function derivePushKeys(secrets: readonly SessionSecret[]): PushKeys {
  const [first, ...others] = secrets.map(deriveKey);
  if (!first) throw new Error("push keys need a session secret");
  return [first, ...others];
}

function deriveKey({ kid, secret }: SessionSecret): PushKey {
  const seed = Buffer.from(hkdfSync("sha256", secret, "", "parley:web-push", seedBytes));
  const scalar = (BigInt(`0x${seed.toString("hex")}`) % (order - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey);
  return { id: kid, publicKey: pair.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
}
