import { useSignal } from "@preact/signals";
import type { CopilotDocument, CopilotQuestion } from "../../../protocol/copilot.ts";
import type { AskedQuestion, CopilotAnswer, CopilotMenu } from "../../../protocol/copilot-conversations.ts";
import { maxAttachedChars } from "../../../protocol/copilot-limits.ts";
import { Icon } from "../ui/icon.tsx";
import { mustHave } from "../ui/must-have.ts";
import { useWork } from "../ui/work.ts";
import { actionWords } from "./action-words.ts";
import { DocumentChecklist } from "./document-checklist.tsx";

interface QuestionProps {
  asked: AskedQuestion;
  menu: CopilotMenu | null;
  /** Returns an error message on failure. */
  onAnswer: (questionId: string, answer: CopilotAnswer) => Promise<string | null>;
}

/** A question of the copilot: a card while it waits, one line after the answer. */
export function QuestionCard({ asked: { question, answered }, menu, onAnswer }: QuestionProps) {
  const { busy, error: problem, run } = useWork();
  if (answered !== null)
    return (
      <>
        <p class={`copilot-answered ${isTold(answered) ? "copilot-left" : ""}`}>
          <Icon name={isTold(answered) ? "more" : "check"} />
          <span>
            <span dir="auto">{question.prompt}</span> {/* What a cancelled run says stands below. */}
            {answered === "Cancelled" ? null : <span dir="auto">{chosenWords(answered)}</span>}
          </span>
        </p>
        {problem.value ? (
          <p class="form-error" role="alert">
            {problem.value}
          </p>
        ) : null}
      </>
    );
  const answer = async (given: CopilotAnswer) => {
    await run(() => onAnswer(question.id, given));
  };
  return (
    <section class="copilot-question" aria-label={question.prompt}>
      <p class="copilot-prompt" dir="auto">
        {question.prompt}
      </p>
      <QuestionBody question={question} menu={menu} busy={busy.value} onAnswer={(given) => void answer(given)} />
      <p class="form-error" role="alert">
        {problem.value}
      </p>
      <button type="button" class="btn small ghost copilot-cancel" onClick={() => void answer({ type: "cancel" })}>
        Cancel
      </button>
    </section>
  );
}

/** A result without a choice is a full sentence; a choice is only its name. */
function isTold(answered: string): boolean {
  return /[.!?]$/.test(answered) || answered === "Cancelled";
}

function chosenWords(answered: string): string {
  return isTold(answered) ? answered : `You chose ${answered}.`;
}

interface BodyProps {
  question: CopilotQuestion;
  menu: CopilotMenu | null;
  busy: boolean;
  onAnswer: (answer: CopilotAnswer) => void;
}

function QuestionBody({ question, menu, busy, onAnswer }: BodyProps) {
  switch (question.type) {
    case "choose_action":
      return (
        <ul class="copilot-choices">
          {question.options.map((action) => (
            <li key={action}>
              <button type="button" class="copilot-choice-card" onClick={() => onAnswer({ type: "action", action })}>
                <Icon name={actionWords[action].icon} />
                <strong>{actionWords[action].name}</strong>
                <span class="muted">{actionWords[action].does}</span>
              </button>
            </li>
          ))}
        </ul>
      );
    case "choose_documents":
      return <WhichDocuments question={question} menu={menu} busy={busy} onAnswer={onAnswer} />;
    case "give_text":
      return <AddText documents={menu?.documents ?? []} busy={busy} onAnswer={onAnswer} />;
    case "low_retrieval":
      return <LittleEvidence question={question} menu={menu} busy={busy} onAnswer={onAnswer} />;
    default:
      return question satisfies never;
  }
}

interface WhichProps extends BodyProps {
  question: Extract<CopilotQuestion, { type: "choose_documents" }>;
}

/** The likely documents, and all others on request; all at once when the likely ones are too few. */
function WhichDocuments({ question: { options, certain, least, most }, menu, busy, onAnswer }: WhichProps) {
  const showsAll = useSignal(options.length < least);
  const others = (menu?.documents ?? []).filter(
    ({ version_id: id }) => !options.some(({ version_id: option }) => option === id),
  );
  return (
    <>
      <DocumentChecklist
        documents={showsAll.value ? [...options, ...others] : options}
        ticked={certain}
        least={least}
        most={most}
        busy={busy}
        onChoose={(documents) => onAnswer({ type: "documents", documents })}
      />
      {showsAll.value || others.length === 0 ? null : (
        <button type="button" class="btn small ghost copilot-cancel" onClick={() => (showsAll.value = true)}>
          Show all documents
        </button>
      )}
    </>
  );
}

interface LittleProps extends BodyProps {
  question: Extract<CopilotQuestion, { type: "low_retrieval" }>;
}

/** Little evidence was found: choose other documents, the web, or the existing evidence with a warning. */
function LittleEvidence({ question, menu, busy, onAnswer }: LittleProps) {
  const choosing = useSignal(false);
  const { options } = question;
  return (
    <>
      <div class="copilot-verbs">
        {options.includes("tag_documents") ? (
          <button
            type="button"
            class="btn"
            aria-expanded={choosing.value}
            onClick={() => (choosing.value = !choosing.value)}
          >
            Mention documents
          </button>
        ) : null}
        {options.includes("search_web") ? (
          <button type="button" class="btn" onClick={() => onAnswer({ type: "search_web" })}>
            Search the web
          </button>
        ) : null}
        {options.includes("go_on") ? (
          <button type="button" class="btn" onClick={() => onAnswer({ type: "go_on" })}>
            Continue anyway
          </button>
        ) : null}
      </div>
      {choosing.value ? (
        <DocumentChecklist
          documents={menu?.documents ?? []}
          least={1}
          most={5}
          busy={busy}
          onChoose={(documents) => onAnswer({ type: "documents", documents })}
        />
      ) : null}
    </>
  );
}

interface AddTextProps {
  documents: readonly CopilotDocument[];
  busy: boolean;
  onAnswer: (answer: CopilotAnswer) => void;
}

/** The text or document to check. */
function AddText({ documents, busy, onAnswer }: AddTextProps) {
  const text = useSignal("");
  const choosing = useSignal(false);
  return (
    <>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onAnswer({ type: "text", text: text.value });
        }}
      >
        <TextField text={text.value} onType={(next) => (text.value = next)} />
        <div class="copilot-verbs">
          <button type="submit" class="btn primary" aria-disabled={busy}>
            Check this text
          </button>
          <button
            type="button"
            class="btn"
            aria-expanded={choosing.value}
            onClick={() => (choosing.value = !choosing.value)}
          >
            Mention a document instead
          </button>
        </div>
      </form>
      {choosing.value ? (
        <DocumentChecklist
          documents={documents}
          least={1}
          most={1}
          busy={busy}
          onChoose={(chosen) => onAnswer({ type: "documents", documents: chosen })}
        />
      ) : null}
    </>
  );
}

function TextField({ text, onType }: { text: string; onType: (text: string) => void }) {
  return (
    <label class="field">
      <span>The text</span>
      <textarea
        class="input"
        rows={5}
        dir="auto"
        maxLength={maxAttachedChars}
        ref={mustHave("Enter the text to check.")}
        value={text}
        onInput={(event) => onType(event.currentTarget.value)}
      />
    </label>
  );
}
