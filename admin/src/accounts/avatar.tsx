import { picturePath } from "../api.ts";
import { initials } from "../ui/format.ts";

/**
 * A person's picture or initials. The name is shown next to it. The initials are an attribute, because the accessible name of a button
 * around them has to contain all visible words.
 */
export function PersonAvatar({
  person,
}: {
  person: { id: string; name: string; picture?: string | null | undefined };
}) {
  if (!person.picture)
    return (
      <span class="avatar avatar-person avatar-initials" data-initials={initials(person.name)} aria-hidden="true" />
    );
  return (
    <span class="avatar avatar-person" aria-hidden="true">
      <img src={picturePath(person.id, person.picture)} alt="" />
    </span>
  );
}
