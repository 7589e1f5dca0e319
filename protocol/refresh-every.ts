/** How often a page is fetched again, or a sitemap is read again. */
export const refreshEvery = ["off", "daily", "weekly", "monthly"] as const;
export type RefreshEvery = (typeof refreshEvery)[number];
