-- The newest code of an authenticator app that a person signed in with, as its time step (30 s since 1970): it and older ones are over.
alter table auth.two_factors add column last_used_step integer not null default 0;
