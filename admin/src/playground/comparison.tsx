import type { PlaygroundAnswer } from "../../../protocol/playground.ts";
import { useWorkspace } from "../app-context.ts";
import { latency } from "../ui/format.ts";
import { LoadedPart } from "../ui/loaded-part.tsx";
import { useAsked } from "../ui/use-asked.ts";
import { diffAnswers } from "../ui/word-diff.ts";
import { draftWords } from "./draft-words.ts";
import { type AnswerPlace, playgroundCalls } from "./playground-calls.ts";
import { costWords, outcomeWords } from "./playground-words.ts";

/** An answer beside the one that it tries again: the words that differ are marked, and so are the figures. */
export function Comparison({ parent, answer }: { parent: AnswerPlace; answer: PlaygroundAnswer }) {
  const { api } = useWorkspace();
  const before = useAsked(parent.messageId, (signal) => playgroundCalls(api.admin).answer(parent, signal));
  return (
    <LoadedPart state={before.state.value} name="The answer before" onRetry={() => void before.again()}>
      {(first) => <SideBySide before={first} after={answer} />}
    </LoadedPart>
  );
}

function SideBySide({ before, after }: { before: PlaygroundAnswer; after: PlaygroundAnswer }) {
  const parts = diffAnswers(wordsOf(before), wordsOf(after));
  return (
    <div class="play-compared">
      <div class="play-columns">
        <Column title="Before" answer={before}>
          {parts.map(({ type, text }, at) =>
            type === "added" ? null : type === "removed" ? <del key={at}>{text}</del> : text,
          )}
        </Column>
        <Column title="With this change" answer={after}>
          {parts.map(({ type, text }, at) =>
            type === "removed" ? null : type === "added" ? <ins key={at}>{text}</ins> : text,
          )}
        </Column>
      </div>
      <Figures before={before} after={after} />
    </div>
  );
}

function wordsOf({ content, result }: PlaygroundAnswer): string {
  return content || result?.answer || "";
}

function Column({
  title,
  answer,
  children,
}: {
  title: string;
  answer: PlaygroundAnswer;
  children: preact.ComponentChildren;
}) {
  const isWithheld = answer.content === "" && (answer.result?.answer ?? "") !== "";
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p class="muted">{draftWords(answer.draft) || "As published"}</p>
      {isWithheld ? <p class="play-note">Not shown to the visitor.</p> : null}
      <p class="play-text" dir="auto">
        {wordsOf(answer) === "" ? <span class="muted">No answer.</span> : children}
      </p>
    </section>
  );
}

function Figures({ before, after }: { before: PlaygroundAnswer; after: PlaygroundAnswer }) {
  const rows = [
    ["Outcome", outcomeOf(before), outcomeOf(after)],
    ["Confidence", gradeOf(before), gradeOf(after)],
    ["Sources", sourcesOf(before), sourcesOf(after)],
    ["Cost", costWords(before.result?.usage.cost_usd), costWords(after.result?.usage.cost_usd)],
    ["Time", latency(before.result?.ms ?? 0), latency(after.result?.ms ?? 0)],
  ] as const;
  return (
    <table class="play-figures">
      <thead>
        <tr>
          <th scope="col">
            <span class="visually-hidden">Measure</span>
          </th>
          <th scope="col">Before</th>
          <th scope="col">With this change</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, one, other]) => (
          <tr key={label} data-differs={one !== other}>
            <th scope="row">{label}</th>
            <td dir="auto">{one}</td>
            <td dir="auto">{other}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function outcomeOf({ result, state }: PlaygroundAnswer): string {
  if (result) return outcomeWords(result);
  return state === "running" ? "Answering…" : "Stopped";
}

function gradeOf({ result }: PlaygroundAnswer): string {
  return result?.grade ? result.grade.score.toFixed(2) : "–";
}

function sourcesOf({ result }: PlaygroundAnswer): string {
  const titles = [...new Set(result?.citations.map(({ title }) => title) ?? [])];
  return titles.length === 0 ? "–" : titles.join(", ");
}
