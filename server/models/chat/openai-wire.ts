import { z } from "zod";
import { toUrl } from "../../text/parse-url.ts";
import { CallError, errorInStream, jsonOf } from "./failures.ts";
import {
  type ChatExtra,
  type ChatRequest,
  type ChatTurn,
  type ChatWire,
  emptyPiece,
  type StreamPiece,
  type TokenCounts,
  type WholeAnswer,
  type WireCall,
} from "./wire.ts";

/** Where OpenAI, a compatible server or a resource of Azure is. */
export type OpenAiAccess =
  | { kind: "openai"; baseUrl: string; apiKey: string }
  /** A model is the name of a deployment. */
  | { kind: "azure"; endpoint: string; apiKey: string; apiVersion: string };

const count = z.number().nonnegative().nullish();
const usageSchema = z
  .object({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: z.object({ cached_tokens: count }).nullish(),
  })
  .nullish();

/** Text, or parts of which only those of text are read: Mistral's models give their reasoning as a part of its own. */
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
/** Reasoning stands under two names among compatible servers. */
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
  /** Ollama's own word for why it stopped. */
  done_reason: z.string().nullish(),
  error: z.unknown().optional(),
});

/** Arguments are JSON in a string; some servers give them as an object. */
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

/** Chat completions as OpenAI, Azure and every compatible server speak them. */
export function openAiWire(access: OpenAiAccess): ChatWire {
  return {
    url: (model) => urlOf(access, model),
    headers: access.kind === "azure" ? { "api-key": access.apiKey } : { authorization: `Bearer ${access.apiKey}` },
    body,
    readPiece,
    readWhole: (text) => wholeOf(jsonOf(text)),
    unknownExtra,
  };
}

function urlOf(access: OpenAiAccess, model: string): URL {
  if (access.kind === "openai") return toUrl(`${access.baseUrl}/chat/completions`);
  const url = toUrl(`${deploymentsUrl(access)}/${encodeURIComponent(model)}/chat/completions`);
  url.searchParams.set("api-version", access.apiVersion);
  return url;
}

/** Azure's deployments, each below its name. */
export function deploymentsUrl({ endpoint }: { endpoint: string }): string {
  return `${endpoint}/openai/deployments`;
}

function body(request: ChatRequest, isStreamed: boolean): Record<string, unknown> {
  const { model, turns, tools, unknown } = request;
  return {
    model,
    messages: turns.map((turn) => ({ role: turn.role, content: contentOf(turn) })),
    ...sampling(request),
    ...responseFormat(request),
    ...(tools
      ? {
          tools: tools.map(({ schema: parameters, ...tool }) => ({
            type: "function",
            function: { ...tool, parameters },
          })),
          tool_choice: "auto",
        }
      : {}),
    ...(isStreamed ? { stream: true } : {}),
    ...(isStreamed && !unknown.has("usage") ? { stream_options: { include_usage: true } } : {}),
  };
}

/** Servers that do not take a schema may take the wish for JSON; all of them have the schema in the prompt. */
function responseFormat({ shape, unknown }: ChatRequest): Record<string, unknown> {
  if (!shape || unknown.has("json_object")) return {};
  if (unknown.has("json_schema")) return { response_format: { type: "json_object" } };
  return { response_format: { type: "json_schema", json_schema: { ...shape, strict: true } } };
}

/** What a turn says; pictures stand before the words about them, inside the request, so that the provider fetches nothing. */
function contentOf({ content, pictures = [] }: ChatTurn) {
  if (pictures.length === 0) return content;
  const urls = pictures.map(({ type, bytes }) => `data:${type};base64,${Buffer.from(bytes).toString("base64")}`);
  return [
    ...urls.map((url) => ({ type: "image_url" as const, image_url: { url } })),
    { type: "text" as const, text: content },
  ];
}

/** Reasoning models refuse any temperature but their own, and the old name of the limit, in which they also think. */
function sampling({ model, maxOutputTokens, isRoutine, unknown }: ChatRequest): Record<string, number | string> {
  const reasons = unknown.has("limit") || /(?:^|\/)(?:o\d|gpt-5(?![^/]*chat))/.test(model);
  if (!reasons) return { max_tokens: maxOutputTokens, ...(unknown.has("temperature") ? {} : { temperature: 0 }) };
  return {
    max_completion_tokens: maxOutputTokens + (isRoutine ? 2_000 : 8_000),
    ...(isRoutine && !unknown.has("effort") ? { reasoning_effort: "low" } : {}),
  };
}

function readPiece(data: string): StreamPiece {
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

function wholeOf(body: unknown): WholeAnswer {
  const parsed = wholeSchema.safeParse(body);
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

/** What is no JSON stays the text it is: whoever checks the arguments says so. */
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

/** Out of room; some servers say it in Anthropic's words. */
function isCut(reason: string | null | undefined): boolean {
  return reason === "length" || reason === "max_tokens" || reason === "model_length";
}

/** What of a request a body complains about, by the words of many servers. */
function unknownExtra(body: string, { unknown, shape }: Pick<ChatRequest, "unknown" | "shape">): ChatExtra | null {
  if (/stream_options|include_usage/i.test(body)) return "usage";
  // vLLM, LM Studio: a chat template without the role, or one where it breaks the order of the others.
  if (
    /system (?:role|message)s?.{0,40}(?:not|un)\s?support|roles must alternate|only user and assistant roles/i.test(
      body,
    )
  )
    return "system";
  // Ollama: "... does not support tools"; vLLM: "... tool choice requires ...". A fault of one tenant's tools is none of the model's.
  if (/support (?:for )?(?:tools|tool use|function)|tool[ _]choice requires|tool_choice/i.test(body)) return "tools";
  if (/["'`]tools["'`]/i.test(body) && !/invalid|too long|maximum|at most|schema|length/i.test(body)) return "tools";
  if (shape && /response_format|json_schema|json_object|structured/i.test(body))
    return unknown.has("json_schema") ? "json_object" : "json_schema";
  if (/reasoning[_.]effort/i.test(body)) return "effort";
  if (/max_completion_tokens/i.test(body)) return "limit";
  return /temperature(?:(?!temperature).){0,41}(?:support|allowed|only|deprecated)/i.test(body) ? "temperature" : null;
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
