import { z } from "zod";
import { CallError, errorInStream, jsonOf } from "./failures.ts";
import type { ChatRequest, ChatWire, StreamPiece, TokenCounts } from "./wire.ts";

const count = z.number().nonnegative().nullish();
const usageSchema = z
  .object({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: z.object({ cached_tokens: count }).nullish(),
  })
  .nullish();

/** Reasoning stands under two names among compatible servers; it shows that the model lives and goes no further. */
const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            reasoning_content: z.string().nullish(),
            reasoning: z.string().nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: usageSchema,
  error: z.unknown().optional(),
});

const wholeSchema = z.object({
  choices: z.array(
    z.object({
      message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      finish_reason: z.string().nullish(),
    }),
  ),
  usage: usageSchema,
});

/** Chat completions as OpenAI and every compatible server speak them. */
export function openAiWire(apiKey: string): ChatWire {
  return {
    path: "/chat/completions",
    headers: { authorization: `Bearer ${apiKey}` },
    body,
    readPiece,
    readWhole,
    unknownExtra,
  };
}

function body(request: ChatRequest, stream: boolean): Record<string, unknown> {
  const { model, maxOutputTokens, turns, shape, unknown } = request;
  const reasons = isReasoningModel(model);
  return {
    model,
    messages: turns,
    // Reasoning models refuse any temperature but their own, and the old name of the limit.
    ...(reasons ? { max_completion_tokens: maxOutputTokens } : { max_tokens: maxOutputTokens, temperature: 0 }),
    ...(stream ? { stream: true } : {}),
    ...(stream && !unknown.has("usage") ? { stream_options: { include_usage: true } } : {}),
    ...(shape && !unknown.has("format")
      ? { response_format: { type: "json_schema", json_schema: { ...shape, strict: true } } }
      : {}),
  };
}

function readPiece(data: string): StreamPiece {
  const piece: StreamPiece = { text: "", isAlive: false, isFinished: false, isLast: false, usage: null };
  if (data.trim() === "[DONE]") {
    piece.isFinished = true;
    piece.isLast = true;
    return piece;
  }
  const parsed = chunkSchema.safeParse(jsonOf(data));
  if (!parsed.success) throw new CallError("malformed", "the provider's stream could not be read");
  const { choices, usage, error } = parsed.data;
  if (error) throw errorInStream(error);
  if (usage) piece.usage = countsOf(usage);
  const choice = choices?.[0];
  if (!choice) return piece;
  const { delta, finish_reason } = choice;
  if (delta?.refusal || finish_reason === "content_filter") throw refused();
  piece.text = delta?.content ?? "";
  piece.isAlive = Boolean(delta?.reasoning_content || delta?.reasoning);
  piece.isFinished = Boolean(finish_reason);
  return piece;
}

function readWhole(text: string): { text: string; usage: TokenCounts | null } {
  const parsed = wholeSchema.safeParse(jsonOf(text));
  const choice = parsed.data?.choices[0];
  if (!parsed.success || !choice) throw new CallError("malformed", "the provider's answer holds no message");
  if (choice.message.refusal || choice.finish_reason === "content_filter") throw refused();
  return { text: choice.message.content ?? "", usage: parsed.data.usage ? countsOf(parsed.data.usage) : null };
}

function unknownExtra(text: string): "usage" | "format" | null {
  if (/stream_options|include_usage/i.test(text)) return "usage";
  return /response_format|json_schema|structured/i.test(text) ? "format" : null;
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

function isReasoningModel(model: string): boolean {
  return /(?:^|\/)(?:o\d|gpt-5(?!.*chat))/.test(model);
}
