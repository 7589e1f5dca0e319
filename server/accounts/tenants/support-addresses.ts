import { z } from "zod";
import {
  deleteSupportAddress,
  findAddressOwner,
  insertSupportAddress,
  listSupportAddresses,
} from "../../channels/store/support-addresses.ts";
import { AppError } from "../../core/errors.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import type { Actor, TenantDeps } from "./deps.ts";

/** Most support addresses per tenant. */
const maxAddresses = 20;
const addressSchema = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** An address whose e-mails begin tickets of the tenant. */
interface Change {
  tenantId: string;
  address: string;
}

/**
 * Adds a support address. For the operator: nobody else can know to whom an address belongs.
 * @throws AppError `invalid_request`, or `conflict` when it belongs to another tenant or is the installation's own.
 */
export async function addSupportAddress(
  { db, inboundEmail }: TenantDeps,
  actor: Actor,
  { tenantId, address: given }: Change,
): Promise<string[]> {
  const address = parsed(given);
  if (address === inboundEmail?.toLowerCase())
    throw new AppError("conflict", "This mailbox receives the e-mails of all tenants.");
  const owner = await withSystem(db, "find-address-owner", (tx) => findAddressOwner(tx, address));
  if (owner !== undefined && owner !== tenantId)
    throw new AppError("conflict", `${address} belongs to another tenant.`);
  return withTenant(db, tenantId, async (tx) => {
    const before = await listSupportAddresses(tx);
    if (before.includes(address)) return before;
    if (before.length >= maxAddresses)
      throw new AppError("conflict", `The limit of ${maxAddresses} support addresses is reached. Remove one first.`);
    await insertSupportAddress(tx, address);
    await insertAudit(tx, { actor, action: "tenant.add_address", target: { kind: "address", id: address } });
    return listSupportAddresses(tx);
  });
}

/** Removes a support address. @throws AppError `not_found`. */
export async function removeSupportAddress(
  { db }: TenantDeps,
  actor: Actor,
  { tenantId, address: given }: Change,
): Promise<string[]> {
  const address = parsed(given);
  return withTenant(db, tenantId, async (tx) => {
    if (!(await deleteSupportAddress(tx, address)))
      throw new AppError("not_found", `${address} is not a support address of this tenant.`);
    await insertAudit(tx, { actor, action: "tenant.remove_address", target: { kind: "address", id: address } });
    return listSupportAddresses(tx);
  });
}

function parsed(given: string): string {
  const address = addressSchema.safeParse(given);
  if (!address.success) throw new AppError("invalid_request", "Enter an e-mail address, such as help@example.com.");
  return address.data;
}
