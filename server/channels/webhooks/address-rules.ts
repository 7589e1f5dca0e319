import type { OutgoingRules } from "../../core/fetch/outgoing-address.ts";
import type { WebhookDeps } from "./deps.ts";

/** What allows receivers that are not public. */
export const receiverSetting = "WEBHOOK_PRIVATE_HOSTS";

/** Where receivers may be. */
export function receiverRules({ privateHosts, network }: Pick<WebhookDeps, "privateHosts" | "network">): OutgoingRules {
  return { privateHosts, network, setting: receiverSetting };
}
