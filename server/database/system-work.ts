interface SystemWork {
  /** Continues the sentence "The platform role is used to ...". */
  purpose: string;
  /** The rows it reads or writes. */
  rows: string;
}

/**
 * All work that runs before a tenant is known, or for all tenants at once; the only purposes of `withSystem`. `npm run reference` prints
 * this list in docs/ARCHITECTURE.md.
 */
export const systemWork = {
  // Sign-in and accounts.
  "find-memberships": {
    purpose: "find the tenants of a signed-in member",
    rows: "memberships; time of the last request of member and session",
  },
  "sign-in-by-provider": {
    purpose: "sign a member in by single sign-on",
    rows: "people, memberships and linked accounts",
  },
  "use-passkeys": { purpose: "sign in with passkeys, manage passkeys", rows: "passkeys, challenges, people" },
  "reset-password": { purpose: "reset a forgotten password", rows: "people, memberships, reset links, sessions" },
  "manage-account": {
    purpose: "manage one's own account: name, picture, password, two-factor, sessions",
    rows: "the person's account",
  },
  "switch-tenant": { purpose: "switch to another tenant", rows: "memberships; tenant of the session" },
  "list-members": {
    purpose: "show the members of a tenant",
    rows: "members with their names, pictures and invitations",
  },
  "invite-member": { purpose: "invite members", rows: "invitations, members" },
  "accept-invitation": { purpose: "accept an invitation", rows: "invitations, people, memberships" },
  "change-member": { purpose: "change roles, remove members", rows: "memberships, sessions" },
  "restore-access": {
    purpose: "help a member to sign in again: reset link, two-factor, provider link",
    rows: "people, memberships, reset links, second factors, linked accounts",
  },
  "send-account-email": {
    purpose: "send invitations and reset links by e-mail",
    rows: "invitations, reset links, members, their addresses and sessions",
  },
  // Tenants and the operator.
  "check-preflight-origin": {
    purpose: "check the origin of a preflight request, which has no tenant",
    rows: "allowed domains of active tenants",
  },
  "create-tenant": { purpose: "create a tenant", rows: "organizations" },
  "rename-tenant": { purpose: "rename a tenant", rows: "organizations" },
  "create-account": { purpose: "create an account as the operator", rows: "people, memberships" },
  "list-tenants": { purpose: "list tenants for the operator", rows: "tenants" },
  "check-installation": {
    purpose: "check the installation (`parley doctor`, start, export, import, backup)",
    rows: "applied migrations, the database catalogue, tenants",
  },
  // Tickets.
  "find-lost-turns": { purpose: "find turns of crashed processes", rows: "id, tenant and lease of running turns" },
  "find-pending-messages": {
    purpose: "find messages without an answer",
    rows: "tenant and ticket of messages without a turn",
  },
  "find-idle-conversations": {
    purpose: "end idle conversations",
    rows: "tenants; tenant, status, owner and time of tickets",
  },
  "find-unassigned-tickets": {
    purpose: "assign tickets",
    rows: "tenant and status of tickets; tenant and presence times of members",
  },
  "find-overdue-tickets": { purpose: "find overdue tickets", rows: "tenant and times of service clocks" },
  "find-old-calendars": { purpose: "compute opening hours again", rows: "tenants and the age of their calendars" },
  "find-unindexed-tickets": {
    purpose: "add tickets to the search index",
    rows: "tenant of tickets and visitors without search terms",
  },
  "find-unused-files": { purpose: "remove files without a message", rows: "tenants with unused files, and their age" },
  // Tools.
  "sign-tool-calls": { purpose: "sign tool calls", rows: "signing keys" },
  "find-expired-confirmations": {
    purpose: "find confirmations without an answer",
    rows: "tenant, ticket, status and time of confirmations",
  },
  "find-lost-tool-calls": { purpose: "close lost tool calls", rows: "tenant, turn and time of calls" },
  // Knowledge.
  "find-due-gap-runs": { purpose: "find gaps", rows: "active tenants and the time of their last run" },
  "find-due-pages": { purpose: "find pages to refresh", rows: "tenants and times of pages and sitemaps" },
  "find-cache-purges": { purpose: "find cached answers to purge", rows: "tenants with a pending purge" },
  // Channels.
  "find-due-emails": { purpose: "find answers to send by e-mail", rows: "tenant, ticket and time of e-mail threads" },
  "find-email-thread": {
    purpose: "find the ticket or tenant of a received e-mail",
    rows: "tenant, ticket and address token of e-mail threads; address tokens and support addresses of tenants",
  },
  "find-address-owner": {
    purpose: "give a support address to one tenant only",
    rows: "tenant and address of support addresses",
  },
  "find-due-notifications": {
    purpose: "find members to notify",
    rows: "tenant and time of notifications and daily summaries; members and their addresses",
  },
  "find-due-webhooks": {
    purpose: "find webhooks with pending deliveries",
    rows: "tenant, webhook and times of deliveries",
  },
  "find-old-deliveries": {
    purpose: "remove old webhook deliveries",
    rows: "tenants with settled deliveries, and their age",
  },
  // Operations.
  "find-lost-jobs": { purpose: "find unfinished and lost jobs", rows: "id, tenant and kind of jobs" },
  "count-waiting-work": {
    purpose: "count waiting work for metrics and health",
    rows: "kinds, numbers and ages of jobs; times of webhook deliveries and e-mail threads",
  },
  "list-tenants-to-count": { purpose: "count days for analytics", rows: "tenants" },
  "find-due-retention": { purpose: "find tenants whose retention is due", rows: "tenants and their next run" },
  "delete-expired-records": {
    purpose: "apply retention to the audit log and to usage records",
    rows: "age of audit log entries and model calls, which it deletes",
  },
  "find-due-erasures": {
    purpose: "find interrupted erasures and tenants to erase",
    rows: "tenants and times of erasures",
  },
  "erase-members": { purpose: "erase the members of an erased tenant", rows: "its memberships and accounts" },
  "sign-receipts": { purpose: "sign and verify erasure receipts", rows: "receipt keys, receipts of erased tenants" },
  "import-members": { purpose: "import the members of a tenant", rows: "people, memberships, organizations" },
} as const satisfies Record<string, SystemWork>;

/** A purpose for which code may work without a tenant. */
export type SystemWorkId = keyof typeof systemWork;
