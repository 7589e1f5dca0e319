import { picturePath } from "../api.ts";
import { initials } from "../ui/format.ts";

/**
 * A person's mark: their picture, or their initials. The name stands beside it; the initials are an attribute, as the name of a button
 * around them has to hold all the words in it.
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
