-- Whether an account's address is known to be its owner's: signing in by the operator's provider goes by it. Until now every account was
-- marked so, also where its link was handed over instead of mailed. Where several tenants' admins handed out links, none counts.
update auth.people set email_verified = false where (select count(*) from auth.organizations) > 1;
