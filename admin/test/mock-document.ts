import type { DocumentView } from "../../protocol/admin-documents.ts";
import { hostileText, minutesAgo, uuid } from "./mock-data.ts";

const pages = [
  { page: 1, text: "Changing your plan\n\nYou can change your plan at any time.", characters: 55 },
  { page: 2, text: hostileText, characters: hostileText.length },
];

/** The parts of one document: responses of `documents/:id/<part>`. */
export function documentPart(document: DocumentView, part: string, path: string): unknown {
  if (path.endsWith("/compare")) return comparison();
  if (part === "pages")
    return { document_id: document.id, version: document.version, coverage: 0.98, notes: [], pages };
  if (part === "chunks") {
    const items = pages.map(({ page, text }, at) => ({
      id: uuid(300 + at),
      ordinal: at + 1,
      heading: "Downgrades",
      page,
      text,
    }));
    return { version: 1, items, next_from: null };
  }
  if (part === "citations") {
    const ticket = { id: uuid(42), number: 1042, subject: "Can I change my plan?" };
    return { items: [{ message_id: uuid(5), ticket, quote: "at any time", page: 1, at: minutesAgo(30) }] };
  }
  return { items: [2, 1].map((version) => versionOf(document, version)) };
}

function versionOf(document: DocumentView, version: number) {
  return {
    id: uuid(400 + version),
    version,
    title: null,
    is_current: version === document.served_version,
    format: "pdf",
    bytes: 48_000,
    pages: 2,
    chunks: 2,
    coverage: 0.98,
    notes: [],
    created_at: minutesAgo(1000 - version),
  };
}

function comparison() {
  return {
    older: 1,
    newer: 2,
    added: 1,
    removed: 1,
    unchanged: 2,
    changes: [
      { type: "unchanged", text: "Refunds", page: 1 },
      { type: "removed", text: "A refund takes five days.", page: 1 },
      { type: "added", text: "A refund takes two days.", page: 1 },
      { type: "unchanged", text: "Ask us.", page: 1 },
    ],
  };
}
