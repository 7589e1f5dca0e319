import type { AttachmentOffer, AttachmentRules } from "../../../protocol/attachments.ts";

/** What is usual: pictures, texts and documents, none of which runs by itself. Archives hide what is in them. */
const usual: AttachmentRules = {
  from_visitors: true,
  types: ["png", "jpeg", "webp", "gif", "pdf", "txt", "csv", "log", "docx", "xlsx"],
  // Photos of phones have 3 to 8 MB.
  max_bytes: 10_000_000,
  // Five messages full of photos.
  ticket_bytes_per_day: 150_000_000,
  // Keeps the database of an installation from being filled in a night.
  tenant_bytes_per_day: 2_000_000_000,
};

/** The whole rules of a tenant: what it chose, and what is usual for the rest. */
export function attachmentRules(chosen: Partial<AttachmentRules>): AttachmentRules {
  return { ...usual, ...chosen };
}

/** What a visitor's screen is told, undefined when visitors may send nothing. */
export function attachmentOffer(chosen: Partial<AttachmentRules>): AttachmentOffer | undefined {
  const { from_visitors, types, max_bytes } = attachmentRules(chosen);
  return from_visitors && types.length > 0 ? { types, max_bytes } : undefined;
}
