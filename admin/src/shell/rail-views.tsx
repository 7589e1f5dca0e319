import { useLocation } from "preact-iso";
import { useWorkspace } from "../app-context.ts";
import {
  countText,
  placeFrom,
  placeOfSaved,
  placeText,
  type TicketViewName,
  ticketViews,
} from "../tickets/inbox/views.ts";

/** Views whose tickets wait for the team. */
const loudViews: ReadonlySet<TicketViewName> = new Set(["needs_person", "reported"]);

/** The inbox views, with their counts, below the inbox in the rail. */
export function RailViews({ path }: { path: string }) {
  const { inbox, mentions, approvals } = useWorkspace();
  const { query } = useLocation();
  const isList = path.startsWith("/console/inbox");
  const address = isList ? placeText(placeFrom(query)) : null;
  return (
    <ul class="rail-views">
      {ticketViews.map((view) => {
        const waiting = inbox.counts.value[view.name];
        return (
          <li key={view.name}>
            <a
              class="rail-link"
              href={`/console/inbox?view=${view.name}`}
              aria-current={placeText({ view: view.name, filter: {} }) === address ? "page" : undefined}
            >
              <span>{view.label}</span>
              {waiting ? (
                <span class={`count ${loudViews.has(view.name) ? "count-loud" : ""}`}>{countText(waiting)}</span>
              ) : null}
            </a>
          </li>
        );
      })}
      <SavedViews address={address} />
      <RailView href="/console/approvals" label="Approvals" path={path} waiting={approvals.items.value?.length} />
      <RailView href="/console/mentions" label="Mentions" path={path} waiting={mentions.items.value?.length} />
      <RailView href="/console/replies" label="Canned replies" path={path} waiting={0} />
    </ul>
  );
}

interface RailViewProps {
  href: string;
  label: string;
  path: string;
  waiting: number | undefined;
}

function RailView({ href, label, path, waiting }: RailViewProps) {
  return (
    <li>
      <a class="rail-link" href={href} aria-current={path.startsWith(href) ? "page" : undefined}>
        <span>{label}</span>
        {waiting ? <span class="count count-loud">{waiting}</span> : null}
      </a>
    </li>
  );
}

/** Saved views: the user's own and the team's. @param address of the open list, if any. */
function SavedViews({ address }: { address: string | null }) {
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
