import { z } from "zod";
import type { TicketSummary } from "../../../protocol/admin.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { findDocument } from "../../knowledge/store/documents.ts";
import { findGap } from "../../knowledge/store/gaps.ts";
import { findTicketSummary } from "../../tickets/store/ticket-list.ts";
import type { DeliveryRow } from "../store/webhook-deliveries.ts";
import type { WebhookRow } from "../store/webhooks.ts";
import { slackText } from "./slack-text.ts";

/** Data of an event, as receivers get it. */
export interface WebhookData {
  ticket?: Omit<TicketSummary, "preview"> & { url: string };
  document?: { id: string; title: string; url: string | null; status: string };
  gap?: WebhookGap;
  [more: string]: unknown;
}

interface WebhookGap {
  id: string;
  status: string;
  /** The gap's most typical question. */
  question: string;
  questions: number;
  cost_minutes: number;
  answered_by: { document_id: string; title: string } | null;
  url: string;
}

/** The body of an event: written once, before its first try, and unchanged from then on. */
export async function writeBody(
  tx: TenantTransaction,
  delivery: DeliveryRow,
  { format, publicUrl }: Pick<WebhookRow, "format"> & { publicUrl: string },
): Promise<string> {
  const data: WebhookData = {
    ...(delivery.ticket_id ? await ticketData(tx, delivery.ticket_id, publicUrl) : {}),
    ...(delivery.document_id ? await documentData(tx, delivery.document_id) : {}),
    ...(delivery.gap_id ? await gapData(tx, delivery.gap_id, publicUrl) : {}),
    ...said(z.record(z.string(), z.unknown()).parse(delivery.payload)),
  };
  if (format === "slack") return JSON.stringify({ text: slackText(delivery.type, data) });
  return JSON.stringify({
    id: delivery.id,
    type: delivery.type,
    created_at: delivery.created_at.toISOString(),
    tenant_id: tx.tenantId,
    data,
  });
}

async function ticketData(tx: TenantTransaction, ticketId: string, publicUrl: string): Promise<WebhookData> {
  const summary = await findTicketSummary(tx, ticketId);
  if (!summary) return {};
  const { preview: _, ...ticket } = summary;
  return { ticket: { ...ticket, url: `${publicUrl}/console/inbox/${ticketId}` } };
}

async function documentData(tx: TenantTransaction, documentId: string): Promise<WebhookData> {
  const document = await findDocument(tx, documentId);
  if (!document) return {};
  const { id, title, url, status } = document;
  return { document: { id, title, url, status } };
}

async function gapData(tx: TenantTransaction, gapId: string, publicUrl: string): Promise<WebhookData> {
  const gap = await findGap(tx, gapId);
  if (!gap) return {};
  const { id, status, question, question_count, cost, answered } = gap;
  const url = `${publicUrl}/console/gaps/${id}`;
  return {
    gap: {
      id,
      status,
      question,
      questions: question_count,
      cost_minutes: cost,
      answered_by: answered && { document_id: answered.document_id, title: answered.title },
      url,
    },
  };
}

/** The event's own fields. Their names are those of the ticket's log, without those meant only for the widget. */
function said({ replaces_stream: _, owner, status, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return { ...rest, ...(owner === undefined ? {} : { owner, status }) };
}
