-- Tickets that end without words, decisions that can be taken back, visitors who are not heard any more.

alter table tickets
  -- How the ticket ended, where that is not an answer: 'spam'. Null again once it goes on.
  add column ended_as text,
  -- What a person's last decision has changed, for a moment: {by, at, epoch, what, before}.
  add column undo jsonb,
  add constraint tickets_ended_as_check check (ended_as in ('spam')) not valid;

alter table visitors
  -- Since when nothing that the visitor writes is taken any more.
  add column blocked_at timestamptz,
  -- Browser and system in two words, as in `Firefox, Windows`; no more of what a browser says about itself is kept.
  add column device text;
