import type { EmbedView } from "../../protocol/admin-embed.ts";
import type { Call } from "./api.ts";

type Ask = <T>(path: string, call?: Call) => Promise<T>;

/** What is read and changed at once, beside the settings that are saved together. */
export function settingsCalls(admin: Ask) {
  return {
    embed: () => admin<EmbedView>("/embed"),
    addDomain: (domain: string) => admin<{ domains: string[] }>("/domains", { method: "POST", body: { domain } }),
    removeDomain: (domain: string) => admin<{ domains: string[] }>("/domains", { method: "DELETE", body: { domain } }),
  };
}
