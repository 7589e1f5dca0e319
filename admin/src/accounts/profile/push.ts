import { accountRoutes } from "../../../../protocol/routes/account.ts";
import type { Api } from "../../api.ts";
import { ApiError } from "../../ui/api-call.ts";
import type { PushDevice } from "./push-device.ts";

type PushApi = Pick<Api, "call">;

const scope = "/console/";
const workerPath = "/console/sw.js";

/** Why a browser cannot be notified while the console is closed; null when it can. `installed`: only an installed app can, on iPhone and iPad. */
export type PushObstacle = "insecure" | "installed" | "browser" | "blocked" | null;

export function pushObstacle(): PushObstacle {
  if (!isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window))
    return /iPhone|iPad/.test(navigator.userAgent) ? "installed" : "browser";
  return Notification.permission === "denied" ? "blocked" : null;
}

/**
 * Asks for permission and subscribes this browser.
 * @returns `dismissed` without permission, and `unreachable` when the browser has no connection to its push service.
 * @throws ApiError when the server does not take the device.
 */
export async function turnPushOn(api: PushApi, device: PushDevice): Promise<"on" | "dismissed" | "unreachable"> {
  if ((await Notification.requestPermission()) !== "granted") return "dismissed";
  const { push_key: key } = await api.call(accountRoutes.readPushKey);
  let subscription: PushSubscription;
  try {
    subscription = await subscribe(key);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return "unreachable";
  }
  await save(api, { device, subscription, key });
  return "on";
}

/** Stops notifications for this person and workspace. The subscription stays, because another workspace may use it. */
export async function turnPushOff(api: PushApi, device: PushDevice): Promise<void> {
  const id = device.get();
  try {
    if (id) await api.call(accountRoutes.deletePushDevice, { id });
  } catch (error) {
    // The server has removed the device before.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  device.remove();
}

/** Tells the server of this browser again, because a device belongs to the session that told of it last. Never throws. */
export async function refreshPush(api: PushApi, device: PushDevice): Promise<void> {
  if (pushObstacle() !== null || Notification.permission !== "granted") return;
  try {
    const { push_key: key } = await api.call(accountRoutes.readPushKey);
    await save(api, { device, subscription: await subscribe(key), key });
  } catch {
    // Tried again when the console opens next.
  }
}

async function save(
  api: PushApi,
  { device, subscription, key }: { device: PushDevice; subscription: PushSubscription; key: string },
): Promise<void> {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  const { id } = await api.call(accountRoutes.savePushDevice, {
    body: { endpoint, keys: { p256dh, auth }, push_key: key },
  });
  device.set(id);
}

/** The browser's subscription with this key; a subscription with an older key is ended. */
async function subscribe(key: string): Promise<PushSubscription> {
  navigator.serviceWorker.addEventListener("message", openFromNotification);
  await navigator.serviceWorker.register(trusted(workerPath), { scope });
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before && base64url(before.options.applicationServerKey) === key) return before;
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function base64url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

let policy: ReturnType<TrustedTypes["createPolicy"]> | undefined;

/** The console's security policy lets only a trusted address become a script. Browsers without Trusted Types take the text. */
function trusted(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }; // not in the types of every TypeScript version
  policy ??= trustedTypes?.createPolicy("parley", {
    createScriptURL: (asked) => (asked === workerPath ? asked : ""),
  });
  return (policy?.createScriptURL(url) as string | undefined) ?? url; // `register` takes it in place of a string
}

/** A link, so that the console's own navigation asks before it leaves an open form. */
function openFromNotification({ data }: MessageEvent<{ type?: unknown; path?: unknown } | null>): void {
  if (data?.type !== "open" || typeof data.path !== "string" || !data.path.startsWith(scope)) return;
  const link = document.createElement("a");
  link.href = data.path;
  document.body.append(link);
  link.click();
  link.remove();
}
