import type { ChangeNoticeRulesRequest, NoticeRules, NoticeRulesResponse } from "../../../protocol/notices.ts";
import { withTenant } from "../../database/transaction.ts";
import { findNoticeRules, type Notice, type NoticeRulesRow, upsertNoticeRules } from "../store/notices.ts";
import { findTenant } from "../store/tenants.ts";
import type { AccountOwner } from "./account.ts";
import type { PeopleDeps } from "./deps.ts";
import { nextMorning } from "./next-morning.ts";

/** E-mail reports events that only this person can handle; those that the whole team sees in the inbox are not e-mailed. */
const defaults: NoticeRules = {
  mail: { waiting: false, mine: true, mention: true, overdue: false },
  browser: { waiting: true, mine: true, mention: true, overdue: true },
  digest: false,
};

/** All notification rules of a person: chosen ones, and defaults for the rest. */
function fullNoticeRules(row: NoticeRulesRow | undefined): NoticeRules {
  return {
    mail: { ...defaults.mail, ...row?.rules.mail },
    browser: { ...defaults.browser, ...row?.rules.browser },
    digest: row ? row.digest_at !== null : defaults.digest,
  };
}

/** Whether a person wants to know of this event in this way. @param row the person's rules, if they chose any. */
export function isNoticeFor(
  { kind, personId: whose }: Notice,
  { way, personId, row }: { way: "mail" | "browser"; personId: string; row: NoticeRulesRow | undefined },
): boolean {
  return (whose === null || whose === personId) && fullNoticeRules(row)[way][kind];
}

type RulesDeps = Pick<PeopleDeps, "db" | "wakeEmail">;

/** A person's notification rules in this tenant. */
export async function readNoticeRules(
  { db, wakeEmail }: RulesDeps,
  { tenantId, personId }: AccountOwner,
): Promise<NoticeRulesResponse> {
  const row = await withTenant(db, tenantId, (tx) => findNoticeRules(tx, personId));
  return { ...fullNoticeRules(row), has_mail: wakeEmail !== null };
}

/** Changes the given rules and leaves the rest. */
export async function changeNoticeRules(
  deps: RulesDeps,
  owner: AccountOwner,
  change: ChangeNoticeRulesRequest,
): Promise<NoticeRulesResponse> {
  const { tenantId, personId } = owner;
  await withTenant(deps.db, tenantId, async (tx) => {
    const row = await findNoticeRules(tx, personId);
    const before = fullNoticeRules(row);
    const isWanted = change.digest ?? before.digest;
    const zone = (await findTenant(tx))?.home.hours?.zone;
    const digestAt = isWanted ? (row?.digest_at ?? nextMorning(new Date(), zone)) : null;
    const rules = { mail: { ...before.mail, ...change.mail }, browser: { ...before.browser, ...change.browser } };
    await upsertNoticeRules(tx, personId, { rules, digestAt });
  });
  return readNoticeRules(deps, owner);
}
