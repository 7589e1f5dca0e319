import type { AddDocumentRequest, AddDocumentResponse } from "../../../protocol/admin-documents.ts";
import { AppError } from "../../core/errors.ts";
import { addDraftFile, addDraftPage, type DraftTarget, type TakenDraft } from "../drafts/take-draft.ts";
import { addFile } from "./add-file.ts";
import { addPage } from "./add-page.ts";
import { addSite } from "./add-site.ts";
import type { KnowledgeDeps } from "./deps.ts";

/** Longest content, in characters. */
const maxContentChars = 5_000_000;

/**
 * Adds a text, or the page or sitemap at an address. A job fetches pages and sitemaps. With `publish` false the document becomes a draft of
 * the caller.
 * @throws AppError with a reason for the user when it cannot be added; `not_found` when there is no document to replace.
 */
export async function addDocument(
  deps: KnowledgeDeps,
  tenantId: string,
  {
    content,
    sitemap,
    source,
    publish,
    release,
    person,
    ...given
  }: AddDocumentRequest & { person?: DraftTarget["person"] },
): Promise<AddDocumentResponse> {
  const { format, pages, refresh, ...metadata } = given;
  const target = publish === false && person ? { release, person } : undefined;
  if (sitemap !== undefined) {
    return { documents: [], job: await addSite(deps, tenantId, { ...metadata, refresh, pages, address: sitemap }) };
  }
  const { url } = metadata;
  if (content === undefined && url !== undefined) {
    if (target) return asDraft(await addDraftPage(deps, tenantId, { page: { ...metadata, source, url }, target }));
    const document = await addPage(deps, tenantId, { ...metadata, refresh, source, url });
    return { document, documents: [document] };
  }
  if (content === undefined || source === undefined) {
    throw new AppError("invalid_request", "Pass source and content, or url, or sitemap.");
  }
  checkContent(content);
  const bytes = Buffer.from(content, "utf8");
  const file = { ...metadata, format, source, bytes, declaredType: "text/plain; charset=utf-8" };
  if (target) return asDraft(await addDraftFile(deps, tenantId, { file, target }));
  const document = await addFile(deps, tenantId, file);
  return { document, documents: [document] };
}

function asDraft({ document, release }: TakenDraft): AddDocumentResponse {
  return { document, documents: [document], release };
}

function checkContent(content: string): void {
  if (content.length > maxContentChars) {
    throw new AppError("payload_too_large", `A document can have at most ${maxContentChars} characters. Split it.`);
  }
  if (content.includes("\u0000") || !content.isWellFormed()) {
    throw new AppError("unprocessable_document", "The document is not text: it contains binary data.");
  }
}
