import type { PlainFormat } from "../../../protocol/admin-documents.ts";
import type { DocumentKind } from "../../../protocol/document-kinds.ts";
import type { DocumentFields } from "../store/documents.ts";
import type { PageOrigin } from "./page-origin.ts";

/** What is said about a document. What is left out stays as it is, or gets its usual value in a new one. */
export interface DocumentMetadata {
  title?: string;
  /** Address that citations lead to. */
  url?: string;
  set?: string;
  kind?: DocumentKind;
  locale?: string;
  audience?: string;
  /** ISO 8601. */
  valid_from?: string;
  valid_until?: string;
  /** Id of a document whose next version this is, whatever its source. */
  replace?: string;
}

/** A document's content as it came. */
export interface NewFile extends DocumentMetadata {
  /** Path, name or address. The same source again is a new version of the same document. */
  source: string;
  bytes: Uint8Array;
  /** Media type that came with the file. */
  declaredType?: string;
  /** Said by whoever knows; otherwise content, name and declared type decide together. */
  format?: PlainFormat;
  /** The page that it came as; without one it is no page, and is fetched no more. */
  origin?: PageOrigin;
}

/** The metadata as columns; the title is a matter of the version. */
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
