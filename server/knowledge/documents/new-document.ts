import type { PlainFormat } from "../../../protocol/admin-documents.ts";
import type { DocumentKind } from "../../../protocol/document-kinds.ts";
import type { DocumentFields } from "../store/documents.ts";
import type { PageOrigin } from "./page-origin.ts";

/** The metadata of a document. An undefined field keeps its value; in a new document it gets its default. */
export interface DocumentMetadata {
  title?: string;
  /** The address that citations link to. */
  url?: string;
  set?: string;
  kind?: DocumentKind;
  locale?: string;
  audience?: string;
  /** ISO 8601. */
  valid_from?: string;
  valid_until?: string;
  /** The id of a document that gets this content as its next version, whatever its source is. */
  replace?: string;
}

/** The content of a document. */
export interface NewFile extends DocumentMetadata {
  /** Path, name or address. Content with the same source becomes a new version of the same document. */
  source: string;
  bytes: Uint8Array;
  /** The media type that was sent with the file. */
  declaredType?: string;
  /** The format, if known. Otherwise it is detected from content, name and declared type. */
  format?: PlainFormat;
  /** The page that has this content. Without it the document is not fetched again. */
  origin?: PageOrigin;
}

/** The metadata as columns. The title belongs to the version. */
export function fieldsOf(metadata: DocumentMetadata): DocumentFields {
  return {
    url: metadata.url,
    kind: metadata.kind,
    setName: metadata.set,
    locale: metadata.locale,
    audience: metadata.audience,
    validFrom: metadata.valid_from,
    validUntil: metadata.valid_until,
  };
}
