import type { OutgoingRules } from "../../core/fetch/outgoing-address.ts";
import type { WebhookDeps } from "./deps.ts";

/** Setting that allows receivers that are not public. */
export const receiverSetting = "WEBHOOK_PRIVATE_HOSTS";

/** Allowed addresses of receivers. */
export function receiverRules({ privateHosts, network }: Pick<WebhookDeps, "privateHosts" | "network">): OutgoingRules {
  return { privateHosts, network, setting: receiverSetting };
}
