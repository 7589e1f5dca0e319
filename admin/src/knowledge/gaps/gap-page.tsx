import { useEffect } from "preact/hooks";
import { useRoute } from "preact-iso";
import type { GapDetail, GapView } from "../../../../protocol/admin-gaps.ts";
import { useWorkspace } from "../../app-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { fullTime } from "../../ui/time.ts";
import { GapActions } from "./gap-actions.tsx";
import { GapCost, GapFacts } from "./gap-row.tsx";
import { GapAnswers, GapNearest, GapQuestions } from "./gap-sections.tsx";
import { gapsStoreOf } from "./gaps-store.ts";

/** One gap: what was asked, what would have answered it, and where the documents come nearest. */
export function GapPage() {
  const { api } = useWorkspace();
  const gaps = gapsStoreOf(api);
  const { params } = useRoute();
  const id = params["id"] ?? "";
  const open = () => void gaps.open(id);
  useEffect(open, [id]);
  return (
    <div class="sheet-page">
      <a class="crumb" href="/console/gaps">
        <Icon name="back" /> Gaps
      </a>
      <LoadedPart state={gaps.detail.state.value} name="The gap" onRetry={open}>
        {(detail) => <Gap {...detail} />}
      </LoadedPart>
    </div>
  );
}

function Gap({ gap, items, nearest }: GapDetail) {
  return (
    <>
      <header class="page-head gap-head">
        <div>
          <h1 dir="auto">{gap.question}</h1>
          <GapFacts gap={gap} />
          <GapCost minutes={gap.cost_minutes} />
        </div>
        <GapActions gap={gap} full />
      </header>
      <Ended gap={gap} />
      <div class="gap-columns">
        <div>
          <GapAnswers items={items} />
          <GapQuestions gap={gap} items={items} />
        </div>
        <GapNearest nearest={nearest} />
      </div>
    </>
  );
}

/** Why it is not open any more. */
function Ended({ gap: { answered, closed_at, ignored } }: { gap: GapView }) {
  if (answered)
    return (
      <div class="gap-answered">
        <p>
          <Icon name="check" /> Answered by <a href={`/console/library/${answered.document_id}`}>{answered.title}</a>
          {closed_at ? <span class="muted"> since {fullTime(closed_at)}</span> : null}
        </p>
        <blockquote dir="auto">{answered.quote}</blockquote>
      </div>
    );
  return ignored ? (
    <p class="gap-ended">
      Ignored by {ignored.name}, {fullTime(ignored.at)}
    </p>
  ) : null;
}
