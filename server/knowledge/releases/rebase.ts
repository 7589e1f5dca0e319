import { AppError } from "../../core/errors.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { rebaseReleaseVersions } from "../store/release-versions.ts";
import { findRelease, rebaseRelease } from "../store/releases.ts";
import { publishedOf } from "./release-settings.ts";

/** What a release is compared with from now on is what is published now. @throws AppError `not_found`. */
export async function rebase(tx: TenantTransaction, releaseId: string): Promise<void> {
  const release = await findRelease(tx, releaseId);
  if (!release) throw new AppError("not_found", "The release was deleted.");
  await rebaseReleaseVersions(tx, releaseId);
  await rebaseRelease(tx, releaseId, await publishedOf(tx, release.settings));
}
