import { randomBytes } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { z } from "zod";
import type { MemberRole } from "../../../protocol/admin.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { insertMember, insertPerson, listPeople, type PersonRow } from "../store/people.ts";
import type { Actor, TenantDeps } from "./deps.ts";

export interface NewPerson {
  email: string;
  name?: string;
  role: MemberRole;
}

export interface PersonAccount {
  personId: string;
  email: string;
  /** Shown once, stored only as a hash. */
  password: string;
}

const emailSchema = z.email().max(320);
/** 120 random bits: too many to guess, few enough to type. */
const passwordBytes = 15;

/** Creates an account for a person in a tenant. @throws AppError `conflict` when the address has one already. */
export async function addPerson(
  deps: TenantDeps,
  actor: Actor,
  input: NewPerson & { tenantId: string },
): Promise<PersonAccount> {
  const email = toEmail(input.email);
  const password = randomBytes(passwordBytes).toString("base64url");
  // Hashing is slow on purpose; no transaction stays open meanwhile.
  const passwordHash = await hashPassword(password);
  const personId = newId();
  // A tenant's admin may enter any address; only the operator is trusted to know its owner.
  const isConfirmed = actor.kind === "platform";
  await withSystem(deps.db, "create-account", async (tx) => {
    const person = { id: personId, accountId: newId(), name: input.name ?? nameFrom(email), email, passwordHash };
    if (!(await insertPerson(tx, { ...person, isConfirmed })))
      throw new AppError("conflict", "This e-mail address already has an account.");
    await insertMember(tx, { id: newId(), tenantId: input.tenantId, personId, role: input.role });
  });
  await withTenant(deps.db, input.tenantId, (tx) =>
    insertAudit(tx, {
      actor,
      action: "person.add",
      target: { kind: "person", id: personId },
      detail: { role: input.role },
    }),
  );
  return { personId, email, password };
}

export function readPeople(deps: Pick<TenantDeps, "db">, tenantId: string): Promise<PersonRow[]> {
  return withSystem(deps.db, "list-members", (tx) => listPeople(tx, tenantId));
}

/** @throws AppError `invalid_request`. */
export function toEmail(text: string): string {
  const parsed = emailSchema.safeParse(text.trim().toLowerCase());
  if (!parsed.success) throw new AppError("invalid_request", "Enter a valid e-mail address.");
  return parsed.data;
}

function nameFrom(email: string): string {
  const local = email.slice(0, email.indexOf("@"));
  return local.charAt(0).toUpperCase() + local.slice(1);
}
