import type { AuditText } from "./audit-text.ts";
import { companyTexts } from "./company-texts.ts";
import { houseTexts } from "./house-texts.ts";
import { lastTexts } from "./last.ts";
import { newestTexts } from "./newest.ts";
import { serviceTexts } from "./service-texts.ts";

/** All texts that are audited. */
export const texts: AuditText[] = [...companyTexts, ...houseTexts, ...serviceTexts, ...newestTexts, ...lastTexts];
