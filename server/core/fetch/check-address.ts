import { defaultFetchLimits } from "./fetch-limits.ts";
import type { FetchOptions } from "./fetch-page.ts";
import { parsePageUrl } from "./page-url.ts";

/**
 * Refuses an address that could never be fetched before a job is made of it. Where its name leads is checked when it is fetched.
 * @throws AppError with the reason.
 */
export function checkAddress(address: string, { limits, network }: FetchOptions = {}): void {
  parsePageUrl(address, { ...defaultFetchLimits, ...limits }, network?.isAllowedAddress);
}
