-- What is taken in from an export was said long ago: nobody is sent a mail or told of it. The setting ends with its transaction.
create or replace trigger mail_hears after insert on messages
  for each row when (new.role in ('agent', 'assistant', 'visitor') and current_setting('app.importing', true) is distinct from 'on')
  execute function app.mail_hears_of_messages();
create or replace trigger notices_hear after insert on ticket_events
  for each row when (new.type in ('escalation', 'message') and current_setting('app.importing', true) is distinct from 'on')
  execute function app.notices_hear_of_tickets();
create or replace trigger notices_hear after insert on note_mentions
  for each row when (current_setting('app.importing', true) is distinct from 'on')
  execute function app.notices_hear_of_mentions();
