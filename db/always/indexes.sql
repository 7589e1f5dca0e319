-- Indexes of tables that can be large when an upgrade adds one. Each is built outside of a transaction, so that the table stays readable and
-- writable meanwhile. Each is one statement of the form `create index concurrently if not exists NAME`. To change an index, give the new one
-- another name.

-- The inbox: the tickets of a view in list order, without tickets that have no message. PostgreSQL uses a partial index only if the statement
-- repeats its condition literally (server/tickets/store/ticket-list.ts).
create index concurrently if not exists tickets_all
  on tickets (tenant_id, updated_at desc, id desc) where message_count > 0;
create index concurrently if not exists tickets_needing_person
  on tickets (tenant_id, updated_at desc, id desc) where message_count > 0 and status in ('pending_human', 'in_progress');
create index concurrently if not exists tickets_unassigned
  on tickets (tenant_id, updated_at desc, id desc) where message_count > 0 and status = 'pending_human' and assignee is null;
create index concurrently if not exists tickets_pending_visitor
  on tickets (tenant_id, updated_at desc, id desc) where message_count > 0 and status = 'pending_visitor';
create index concurrently if not exists tickets_assigned
  on tickets (tenant_id, updated_at desc, id desc) where message_count > 0 and assignee is not null and status not in ('resolved', 'closed');
create index concurrently if not exists tickets_with_assistant
  on tickets (tenant_id, updated_at desc, id desc) where message_count > 0 and owner = 'assistant' and status = 'open';
create index concurrently if not exists tickets_over
  on tickets (tenant_id, updated_at desc, id desc) where message_count > 0 and status in ('resolved', 'closed');

-- Waiting visitors, the longest wait first (server/tickets/store/waiting-tickets.ts).
create index concurrently if not exists tickets_waiting
  on tickets (tenant_id, waiting_since, id) where message_count > 0 and waiting_since is not null;

-- Messages that no turn has answered, for example because their process crashed.
create index concurrently if not exists messages_waiting
  on messages (tenant_id, ticket_id) where addressee = 'assistant' and turn_id is null;

-- Lookups by reference: of a turn, a decision, a deletion.
create index concurrently if not exists messages_by_turn on messages (tenant_id, turn_id);
create index concurrently if not exists turns_by_ticket on turns (tenant_id, ticket_id);
create index concurrently if not exists feedback_by_ticket on feedback (tenant_id, ticket_id);
create index concurrently if not exists tickets_by_visitor on tickets (tenant_id, visitor_id);

-- The visitor's own list, in its order (server/tickets/store/visitor-tickets.ts).
create index concurrently if not exists tickets_of_visitor
  on tickets (tenant_id, visitor_id, updated_at desc, id desc) where message_count > 0;

-- Jobs by their target, such as a ticket.
create index concurrently if not exists jobs_by_target on jobs (tenant_id, target_id);
-- The inbox search by address.
create index concurrently if not exists visitors_by_email on visitors (tenant_id, email) where email is not null;

-- Words with a typed prefix. Byte order works with any collation of the database.
create index concurrently if not exists chunk_words_by_beginning on chunk_words (tenant_id, lexeme collate "C");

-- Tickets and visitors that are not in the inbox search yet (server/tickets/store/unindexed.ts).
create index concurrently if not exists tickets_unindexed on tickets (tenant_id, id) where indexed_messages < message_count;
create index concurrently if not exists visitors_unindexed on visitors (tenant_id, id) where not is_indexed;

-- Snoozed tickets (server/tickets/store/ticket-view.ts), and the next one that comes back.
create index concurrently if not exists tickets_snoozed
  on tickets (tenant_id, updated_at desc, id desc) where message_count > 0 and snoozed_until is not null;
create index concurrently if not exists tickets_by_return on tickets (tenant_id, snoozed_until) where snoozed_until is not null;
-- Recent citations of a document (server/knowledge/store/document-uses.ts).
create index concurrently if not exists citations_by_document on citations (tenant_id, document_id, message_id desc);

-- Tickets with a due time, the earliest first (server/tickets/store/waiting-tickets.ts).
create index concurrently if not exists tickets_due
  on tickets (tenant_id, due_at, id) where message_count > 0 and due_at is not null;

-- Events of a day, for analytics and its ticket lists (server/operations/store/analytics-sources.ts).
create index concurrently if not exists messages_by_time on messages (tenant_id, created_at);
create index concurrently if not exists ticket_events_of_owners
  on ticket_events (tenant_id, created_at) where type in ('escalation', 'owner');
create index concurrently if not exists ticket_ratings_by_time on ticket_ratings (tenant_id, created_at);
create index concurrently if not exists model_calls_by_time on model_calls (tenant_id, created_at);
create index concurrently if not exists service_clocks_by_due on service_clocks (tenant_id, due_at) where due_at is not null;

-- Automatically assigned tickets that the member has not started (server/tickets/store/assignments.ts).
create index concurrently if not exists tickets_auto_assigned on tickets (tenant_id, auto_assigned_at) where auto_assigned_at is not null;

-- Expired rows, the oldest first, for retention (server/operations/store/retention.ts).
create index concurrently if not exists tickets_not_with_people
  on tickets (tenant_id, updated_at, id) where status in ('open', 'resolved', 'closed');
create index concurrently if not exists tickets_empty
  on tickets (tenant_id, updated_at, id) where message_count = 0 and status = 'open';
create index concurrently if not exists tickets_with_events
  on tickets (tenant_id, updated_at, id) where events_removed_to < last_sequence and status in ('open', 'resolved', 'closed');
create index concurrently if not exists attachments_kept on attachments (tenant_id, created_at) where expired_at is null;
create index concurrently if not exists outgoing_emails_by_time on outgoing_emails (tenant_id, created_at);
create index concurrently if not exists inbound_emails_by_time on inbound_emails (tenant_id, created_at);
create index concurrently if not exists visitors_by_last_seen on visitors (tenant_id, last_seen_at);
create index concurrently if not exists jobs_settled
  on jobs (tenant_id, updated_at) where status in ('done', 'failed') and document_id is null;
create index concurrently if not exists audit_log_by_time on audit_log (tenant_id, created_at);
create index concurrently if not exists webhook_deliveries_settled_by_tenant
  on webhook_deliveries (tenant_id, settled_at) where settled_at is not null;

-- Pending deliveries of each webhook (server/channels/store/webhook-deliveries.ts).
create index concurrently if not exists webhook_deliveries_waiting
  on webhook_deliveries (tenant_id, webhook_id, next_at) where next_at is not null;
