import type { FormField } from "./form.ts";
import { emailPattern, maxFieldChars, phonePattern } from "./form-kinds.ts";

/** The problem with an answer; widget and server share this check. */
export function answerProblem({ kind, required, options }: FormField, answer: string): "missing" | "wrong" | undefined {
  const text = answer.trim();
  if (text === "") return required ? "missing" : undefined;
  const isRight =
    text.length <= maxFieldChars[kind] &&
    (kind === "long_text" || !/[\r\n]/.test(text)) &&
    (kind !== "email" || emailPattern.test(text)) &&
    (kind !== "phone" || phonePattern.test(text)) &&
    (kind !== "choice" || (options ?? []).includes(text));
  return isRight ? undefined : "wrong";
}
