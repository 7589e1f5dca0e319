import { Json } from "./json.tsx";

interface CallOutcomeProps {
  outcome: { content: string; shown: string; error: string | null };
  /** What stands over what was given to the model: of a call of the record it was given, of a trial it would be. */
  modelTitle: string;
}

/** What came of a call: why it failed, what people see of it, and what the model is given. */
export function CallOutcome({ outcome: { content, shown, error }, modelTitle }: CallOutcomeProps) {
  return (
    <>
      {error ? (
        <p class="form-error" dir="auto">
          {error}
        </p>
      ) : null}
      {shown ? (
        <>
          <h3>Summary</h3>
          <p class="shown" dir="auto">
            {shown}
          </p>
        </>
      ) : null}
      {content ? (
        <>
          <h3>{modelTitle}</h3>
          <Json value={content} name={modelTitle} />
        </>
      ) : null}
    </>
  );
}
