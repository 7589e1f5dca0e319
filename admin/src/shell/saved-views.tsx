import { useWorkspace } from "../app-context.ts";
import { placeOfSaved, placeText } from "../tickets/inbox/views.ts";

/** Saved views: the user's own and the team's. @param address of the open list, if any. */
export function SavedViews({ address }: { address: string | null }) {
  const { triage } = useWorkspace();
  return (
    <>
      {triage.views.value.map(({ id, name, team, filter }) => {
        const own = placeText(placeOfSaved(filter));
        return (
          <li key={id}>
            <a
              class="rail-link"
              href={`/console/inbox?${own}`}
              aria-current={own === address ? "page" : undefined}
              title={team ? "Team view" : "Personal view"}
            >
              <span dir="auto">{name}</span>
            </a>
          </li>
        );
      })}
    </>
  );
}
