import type { ReleaseView } from "../../../../protocol/releases.ts";
import { fullTime } from "../../ui/time.ts";
import { contentsOf, stateWords } from "./release-words.ts";

/** A release in the list. */
export function ReleaseRow({ release }: { release: ReleaseView }) {
  const isReading = release.documents.some(({ state }) => state === "reading");
  const hasFailed = release.documents.some(({ state }) => state === "failed");
  return (
    <li class="release">
      <p class="line-name" dir="auto">
        <a href={`/console/releases/${release.id}`}>{release.name}</a>
      </p>
      <p class="line-facts">
        <span>{contentsOf(release)}</span>
        {isReading ? <span class="chip">reading</span> : null}
        {hasFailed ? <span class="chip chip-doc-failed">not readable</span> : null}
        {release.is_outdated ? <span class="chip chip-doc-failed">outdated</span> : null}
        <span>
          {release.ended_at
            ? `${stateWords[release.state]} by ${release.ended_by}, ${fullTime(release.ended_at)}`
            : `${release.begun_by}, ${fullTime(release.created_at)}`}
        </span>
      </p>
    </li>
  );
}
