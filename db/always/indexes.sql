-- Indexes of tables that may be large by the time an upgrade adds one. Each is made outside of a transaction, beside running work:
-- inside a migration the table could not be written to, or not even read, until the migration is through. One statement for each,
-- in the words `create index concurrently if not exists NAME`; to change one, give the new one another name.

-- The inbox: a view's tickets in the order of the list. Tickets in which nothing was said are in none of them. A partial index is used
-- when the statement repeats its condition word for word (server/tickets/store/ticket-list.ts).
create index concurrently if not exists tickets_all
  on tickets (tenant_id, updated_at desc, id desc) where message_count > 0;
create index concurrently if not exists tickets_needing_person
  on tickets (tenant_id, updated_at desc, id desc) where message_count > 0 and status in ('pending_human', 'in_progress');
create index concurrently if not exists tickets_unassigned
  on tickets (tenant_id, updated_at desc, id desc) where message_count > 0 and status = 'pending_human' and assignee is null;
create index concurrently if not exists tickets_assigned
  on tickets (tenant_id, updated_at desc, id desc) where message_count > 0 and assignee is not null and status not in ('resolved', 'closed');
create index concurrently if not exists tickets_with_assistant
  on tickets (tenant_id, updated_at desc, id desc) where message_count > 0 and owner = 'assistant' and status = 'open';
create index concurrently if not exists tickets_over
  on tickets (tenant_id, updated_at desc, id desc) where message_count > 0 and status in ('resolved', 'closed');

-- Those who wait, the longest first (server/tickets/store/waiting-tickets.ts).
create index concurrently if not exists tickets_waiting
  on tickets (tenant_id, waiting_since, id) where message_count > 0 and waiting_since is not null;

-- Mail without a turn: the assistant owes it an answer, whatever became of the process that took it in.
create index concurrently if not exists messages_waiting
  on messages (tenant_id, ticket_id) where addressee = 'assistant' and turn_id is null;

-- What a turn, a decision and a deletion look up by reference.
create index concurrently if not exists messages_by_turn on messages (tenant_id, turn_id);
create index concurrently if not exists turns_by_ticket on turns (tenant_id, ticket_id);
create index concurrently if not exists feedback_by_ticket on feedback (tenant_id, ticket_id);
create index concurrently if not exists tickets_by_visitor on tickets (tenant_id, visitor_id);

-- A visitor's own list, in its order (server/tickets/store/visitor-tickets.ts).
create index concurrently if not exists tickets_of_visitor
  on tickets (tenant_id, visitor_id, updated_at desc, id desc) where message_count > 0;

-- The jobs of a ticket's memory.
create index concurrently if not exists jobs_by_target on jobs (tenant_id, target_id);
-- Whose address was typed into the inbox's search.
create index concurrently if not exists visitors_by_email on visitors (tenant_id, email) where email is not null;

-- Words that begin as one that is being typed: found by their bytes, whatever the order of the database's own language.
create index concurrently if not exists chunk_words_by_beginning on chunk_words (tenant_id, lexeme collate "C");

-- Whose words the inbox's search does not know yet (server/tickets/store/unworded.ts).
create index concurrently if not exists tickets_unworded on tickets (tenant_id, id) where worded < message_count;
create index concurrently if not exists visitors_unworded on visitors (tenant_id, id) where not worded;

-- Tickets that are out of the way (server/tickets/store/ticket-view.ts), and which of them comes back next.
create index concurrently if not exists tickets_snoozed
  on tickets (tenant_id, updated_at desc, id desc) where message_count > 0 and snoozed_until is not null;
create index concurrently if not exists tickets_by_return on tickets (tenant_id, snoozed_until) where snoozed_until is not null;
-- Where a document was cited lately (server/knowledge/store/document-uses.ts).
create index concurrently if not exists citations_by_document on citations (tenant_id, document_id, message_id desc);

-- What is due, the earliest first (server/tickets/store/waiting-tickets.ts).
create index concurrently if not exists tickets_due
  on tickets (tenant_id, due_at, id) where message_count > 0 and due_at is not null;

-- What happened on a day, for its counts and for the tickets behind them (server/operations/store/analytics-sources.ts).
create index concurrently if not exists messages_by_time on messages (tenant_id, created_at);
create index concurrently if not exists ticket_events_of_owners
  on ticket_events (tenant_id, created_at) where type in ('escalation', 'owner');
create index concurrently if not exists feedback_by_time on feedback (tenant_id, created_at);
create index concurrently if not exists ticket_ratings_by_time on ticket_ratings (tenant_id, created_at);
create index concurrently if not exists model_calls_by_time on model_calls (tenant_id, created_at);
create index concurrently if not exists service_clocks_by_due on service_clocks (tenant_id, due_at) where due_at is not null;

-- Tickets that a rule gave to somebody who has not begun (server/tickets/store/giving.ts).
create index concurrently if not exists tickets_given on tickets (tenant_id, given_at) where given_at is not null;

-- What is kept no longer, the oldest first (server/operations/store/retention.ts).
create index concurrently if not exists tickets_not_with_people
  on tickets (tenant_id, updated_at, id) where status in ('open', 'resolved', 'closed');
create index concurrently if not exists tickets_empty
  on tickets (tenant_id, updated_at, id) where message_count = 0 and status = 'open';
create index concurrently if not exists tickets_with_events
  on tickets (tenant_id, updated_at, id) where events_removed_to < last_sequence and status in ('open', 'resolved', 'closed');
create index concurrently if not exists attachments_kept on attachments (tenant_id, created_at) where expired_at is null;
create index concurrently if not exists outgoing_mails_by_time on outgoing_mails (tenant_id, created_at);
create index concurrently if not exists inbound_mails_by_time on inbound_mails (tenant_id, created_at);
create index concurrently if not exists visitors_by_last_seen on visitors (tenant_id, last_seen_at);
create index concurrently if not exists jobs_settled
  on jobs (tenant_id, updated_at) where status in ('done', 'failed') and document_id is null;
create index concurrently if not exists audit_log_by_time on audit_log (tenant_id, created_at);
create index concurrently if not exists webhook_deliveries_settled_by_tenant
  on webhook_deliveries (tenant_id, settled_at) where settled_at is not null;

-- Deliveries that wait, by webhook: what is due is looked for webhook by webhook (server/channels/store/webhook-deliveries.ts).
create index concurrently if not exists webhook_deliveries_waiting
  on webhook_deliveries (tenant_id, webhook_id, next_at) where next_at is not null;
