import { createHash } from "node:crypto";
import { maxPictureBytes, maxPictureEdge } from "../../../protocol/account.ts";
import { AppError } from "../../core/errors.ts";
import { withSystem } from "../../database/transaction.ts";
import { deletePicture, findPicture, type PersonPicture, upsertPicture } from "../store/person-pictures.ts";
import type { PeopleDeps } from "./deps.ts";
import { pictureSize } from "./picture-size.ts";

const reason = "a console user manages their own account";

/** Keeps a person's picture. Returns its version. @throws AppError `attachment_refused` for what is not a small square of this type. */
export async function savePicture(
  deps: PeopleDeps,
  personId: string,
  { type, data }: { type: "image/png" | "image/webp"; data: string },
): Promise<string> {
  const bytes = Buffer.from(data, "base64");
  const size = bytes.length <= maxPictureBytes ? pictureSize(bytes, type) : null;
  if (!size || size.width !== size.height || size.width > maxPictureEdge)
    throw new AppError(
      "attachment_refused",
      `The picture must be a square PNG or WebP of at most ${maxPictureEdge} pixels and ${maxPictureBytes / 1024} KB.`,
    );
  const version = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  await withSystem(deps.db, reason, (tx) => upsertPicture(tx, personId, { type, bytes, version }));
  return version;
}

export async function removePicture(deps: PeopleDeps, personId: string): Promise<void> {
  await withSystem(deps.db, reason, (tx) => deletePicture(tx, personId));
}

/** The picture of a colleague. @throws AppError `not_found`. */
export async function readPicture(deps: PeopleDeps, tenantId: string, personId: string): Promise<PersonPicture> {
  const found = await withSystem(deps.db, "the people of a tenant", (tx) => findPicture(tx, tenantId, personId));
  if (!found) throw new AppError("not_found", "Picture not found.");
  return found;
}
