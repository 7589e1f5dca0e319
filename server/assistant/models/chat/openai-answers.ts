import { z } from "zod";
import { CallError, errorInStream, jsonOf } from "./failures.ts";
import { emptyPiece, type StreamPiece, type TokenCounts, type WholeAnswer, type WireCall } from "./wire.ts";

const count = z.number().nonnegative().nullish();
const usageSchema = z
  .object({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: z.object({ cached_tokens: count }).nullish(),
  })
  .nullish();

/** Text, or parts of which only text parts are read: Mistral's models send their reasoning as a separate part. */
const contentSchema = z
  .union([
    z.string(),
    z.array(
      z.object({
        type: z.string(),
        text: z.string().nullish(),
        thinking: z.array(z.object({ text: z.string().nullish() })).nullish(),
      }),
    ),
  ])
  .nullish();
/** Compatible servers use two names for reasoning. */
const reasoningFields = { reasoning_content: z.unknown().optional(), reasoning: z.unknown().optional() };
type Reasoning = { content?: z.infer<typeof contentSchema>; reasoning_content?: unknown; reasoning?: unknown };

function textIn(content: z.infer<typeof contentSchema>): string {
  if (!Array.isArray(content)) return content ?? "";
  return content.map(({ type, text }) => (type === "text" ? (text ?? "") : "")).join("");
}

function thoughtIn({ content, reasoning_content: one, reasoning: other }: Reasoning): string {
  if (typeof one === "string" && one !== "") return one;
  if (typeof other === "string" && other !== "") return other;
  if (!Array.isArray(content)) return "";
  return content
    .flatMap(({ thinking }) => thinking ?? [])
    .map(({ text }) => text ?? "")
    .join("");
}

const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: contentSchema,
            refusal: z.string().nullish(),
            ...reasoningFields,
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: usageSchema,
  /** Ollama's name for the stop reason. */
  done_reason: z.string().nullish(),
  error: z.unknown().optional(),
});

/** Arguments are JSON in a string; some servers send an object. */
const callsSchema = z
  .array(
    z.object({
      id: z.string().nullish(),
      function: z.object({
        name: z.string(),
        arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
      }),
    }),
  )
  .nullish();

const wholeSchema = z.object({
  choices: z.array(
    z.object({
      message: z.object({
        content: contentSchema,
        refusal: z.string().nullish(),
        tool_calls: callsSchema,
        ...reasoningFields,
      }),
      finish_reason: z.string().nullish(),
    }),
  ),
  usage: usageSchema,
  done_reason: z.string().nullish(),
});

/** Reads one event of a stream. */
export function readPiece(data: string): StreamPiece {
  const piece = emptyPiece();
  if (data.trim() === "[DONE]") {
    piece.isFinished = true;
    piece.isLast = true;
    return piece;
  }
  const parsed = chunkSchema.safeParse(jsonOf(data));
  if (!parsed.success) throw new CallError("malformed", "the provider's stream could not be read");
  const { choices, usage, done_reason, error } = parsed.data;
  if (error) throw errorInStream(error);
  if (usage) piece.usage = countsOf(usage);
  const choice = choices?.[0];
  if (!choice) return piece;
  const { delta, finish_reason } = choice;
  if (delta?.refusal || finish_reason === "content_filter") throw refused();
  piece.text = textIn(delta?.content);
  piece.thought = delta ? thoughtIn(delta) : "";
  piece.isAlive = Boolean(piece.thought || delta?.reasoning_content || delta?.reasoning);
  piece.isFinished = Boolean(finish_reason);
  piece.isCut = isCut(finish_reason) || isCut(done_reason);
  return piece;
}

/** Reads an answer that was not streamed. */
export function readWhole(text: string): WholeAnswer {
  const parsed = wholeSchema.safeParse(jsonOf(text));
  const choice = parsed.data?.choices[0];
  if (!parsed.success || !choice) throw new CallError("malformed", "the provider's answer contains no message");
  const { message, finish_reason } = choice;
  if (message.refusal || finish_reason === "content_filter") throw refused();
  const { usage, done_reason } = parsed.data;
  return {
    text: textIn(message.content),
    thought: thoughtIn(message),
    ...(message.tool_calls ? { calls: message.tool_calls.map(callOf) } : {}),
    isCut: isCut(finish_reason) || isCut(done_reason),
    usage: usage ? countsOf(usage) : null,
  };
}

/** A value that is not JSON stays text; the check of the arguments reports it. */
function callOf({
  id,
  function: { name, arguments: given },
}: NonNullable<z.infer<typeof callsSchema>>[number]): WireCall {
  return { id: id ?? "", name, arguments: typeof given === "string" ? parsedOr(given) : (given ?? {}) };
}

function parsedOr(text: string): unknown {
  try {
    return text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    return text;
  }
}

/** True when the model reached its output limit. Some servers use Anthropic's value. */
function isCut(reason: string | null | undefined): boolean {
  return reason === "length" || reason === "max_tokens" || reason === "model_length";
}

function countsOf(usage: NonNullable<z.infer<typeof usageSchema>>): TokenCounts {
  return {
    input_tokens: usage.prompt_tokens ?? 0,
    output_tokens: usage.completion_tokens ?? 0,
    cached_tokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
  };
}

function refused(): CallError {
  return new CallError("refused", "the model or the provider's content filter refused");
}
