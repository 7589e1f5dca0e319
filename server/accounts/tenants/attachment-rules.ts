import type { AttachmentOffer, AttachmentRules } from "../../../protocol/attachments.ts";

/** Defaults: pictures, texts and documents, none of which are executable. Archives are excluded because they hide their content. */
const usual: AttachmentRules = {
  from_visitors: true,
  types: ["png", "jpeg", "webp", "gif", "pdf", "txt", "csv", "log", "docx", "xlsx"],
  // Phone photos have 3 to 8 MB.
  max_bytes: 10_000_000,
  // Five messages full of photos.
  ticket_bytes_per_day: 150_000_000,
  // Prevents anybody from filling an installation's database in one night.
  tenant_bytes_per_day: 2_000_000_000,
};

/** All attachment rules of a tenant: its choice, and the defaults for the rest. */
export function attachmentRules(chosen: Partial<AttachmentRules>): AttachmentRules {
  return { ...usual, ...chosen };
}

/** Attachment rules for the visitor's screen; undefined when visitors may not send files. */
export function attachmentOffer(chosen: Partial<AttachmentRules>): AttachmentOffer | undefined {
  const { from_visitors, types, max_bytes } = attachmentRules(chosen);
  return from_visitors && types.length > 0 ? { types, max_bytes } : undefined;
}
