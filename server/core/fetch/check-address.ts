import { defaultFetchLimits } from "./fetch-limits.ts";
import type { FetchOptions } from "./fetch-page.ts";
import { parsePageUrl } from "./page-url.ts";

/**
 * Rejects a URL that can never be fetched before a job is created for it. The IP address is checked when the page is fetched.
 * @throws AppError with the reason.
 */
export function checkAddress(address: string, { limits, network }: FetchOptions = {}): void {
  parsePageUrl(address, { ...defaultFetchLimits, ...limits }, network?.isAllowedAddress);
}
