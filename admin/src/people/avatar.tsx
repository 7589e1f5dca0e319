import { picturePath } from "../api.ts";
import { initials } from "../lib/format.ts";

/** A person's mark: their picture, or their initials. The name stands beside it. */
export function PersonAvatar({
  person,
}: {
  person: { id: string; name: string; picture?: string | null | undefined };
}) {
  return (
    <span class="avatar avatar-person" aria-hidden="true">
      {person.picture ? <img src={picturePath(person.id, person.picture)} alt="" /> : initials(person.name)}
    </span>
  );
}
