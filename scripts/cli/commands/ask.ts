import { z } from "zod";
import { maxMessageChars, plainText } from "../../../protocol/requests.ts";
import { AppError } from "../../../server/core/errors.ts";
import { defineTenantCommand } from "../command.ts";
import { parseJson, readText } from "../read-file.ts";

const turnSchema = z.object({
  role: z
    .enum(["visitor", "user", "assistant", "agent"])
    .transform((role) => (role === "visitor" || role === "user" ? "visitor" : "assistant")),
  content: plainText,
});
/** A list of messages, or an object that has one. */
const historySchema = z.union([
  z.array(turnSchema),
  z.object({ history: z.array(turnSchema) }).transform((file) => file.history),
  z.object({ messages: z.array(turnSchema) }).transform((file) => file.messages),
]);

export const askCommand = defineTenantCommand({
  name: "ask",
  args: z.strictObject({
    question: plainText.max(maxMessageChars).refine((text) => text.trim() !== "", { message: "must not be empty" }),
    tenant: z.string(),
    history: z.string().optional(),
    keep: z.boolean(),
    cwd: z.string(),
  }),
  run: async (ctx, { question, tenantId, history, keep, cwd }, out) => {
    const messages = history === undefined ? [] : toHistory(await readText(cwd, history));
    return ctx.ask({ tenantId, question, history: messages, keep, onToken: out.text });
  },
  render: ({ message, escalated, rephrased_question, timings, note }) => {
    const sources = message.citations.map(
      (citation) =>
        `  [${citation.index}] ${citation.title}${citation.url ? `  ${citation.url}` : ""}\n      “${citation.quote}”`,
    );
    const grade = message.grade
      ? `confidence ${message.grade.score.toFixed(2)} (${message.grade.tier})`
      : "no confidence";
    return [
      message.content,
      ...(sources.length > 0 ? ["", ...sources] : []),
      "",
      `interpreted as: ${rephrased_question}`,
      [
        grade,
        message.cached ? "from the cache" : "",
        escalated ? "handed over to the team" : "",
        `${Math.round(timings.total_ms ?? 0)} ms`,
      ]
        .filter((part) => part !== "")
        .join(" · "),
      ...(note ? [note] : []),
    ].join("\n");
  },
});

function toHistory(text: string) {
  const parsed = historySchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new AppError("invalid_request", 'The history file must contain a JSON list of {"role", "content"} objects.');
  return parsed.data;
}
