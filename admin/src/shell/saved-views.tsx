import { useWorkspace } from "../app-context.ts";
import { placeOfSaved, placeText } from "../tickets/inbox/views.ts";

/** Lists that somebody has kept under a name: one's own, and the team's. @param address of the list that is shown, if one is. */
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
