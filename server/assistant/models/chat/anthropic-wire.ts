import { z } from "zod";
import { toUrl } from "../../../core/text/parse-url.ts";
import { CallError, errorInStream, jsonOf } from "./failures.ts";
import {
  type ChatRequest,
  type ChatTurn,
  type ChatWire,
  emptyPiece,
  type JsonShape,
  type StreamPiece,
  type TokenCounts,
  type WholeAnswer,
} from "./wire.ts";

/** Version of the Messages API that the schemas below describe. */
const apiVersion = "2023-06-01";

const count = z.number().nonnegative().nullish();
const usageSchema = z
  .object({
    input_tokens: count,
    output_tokens: count,
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
  })
  .nullish();

const eventSchema = z.object({
  type: z.string(),
  message: z.object({ usage: usageSchema }).nullish(),
  delta: z
    .object({
      type: z.string().nullish(),
      text: z.string().nullish(),
      thinking: z.string().nullish(),
      stop_reason: z.string().nullish(),
    })
    .nullish(),
  usage: usageSchema,
  error: z.unknown().optional(),
});

const wholeSchema = z.object({
  content: z.array(
    z.discriminatedUnion("type", [
      z.object({ type: z.literal("text"), text: z.string() }),
      z.object({
        type: z.literal("tool_use"),
        id: z.string().nullish(),
        name: z.string().nullish(),
        input: z.unknown(),
      }),
      z.object({ type: z.literal("thinking"), thinking: z.string().nullish() }),
      z.object({ type: z.literal("redacted_thinking") }),
    ]),
  ),
  stop_reason: z.string().nullish(),
  usage: usageSchema,
});

/** Anthropic's Messages API. To get JSON of a schema, the request forces a call of a tool with that input schema. */
export function anthropicWire({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): ChatWire {
  const url = toUrl(`${baseUrl}/v1/messages`);
  const headers = { "x-api-key": apiKey, "anthropic-version": apiVersion };
  return {
    url: () => url,
    headers,
    body,
    readPiece,
    readWhole,
    // Some models reject every temperature except their default.
    unknownExtra: (text) => (/temperature/i.test(text) ? "temperature" : null),
  };
}

function body(
  { model, maxOutputTokens, turns, shape, tools, unknown }: ChatRequest,
  stream: boolean,
): Record<string, unknown> {
  const system = turns.filter(({ role }) => role === "system").map(({ content }) => content);
  return {
    model,
    max_tokens: maxOutputTokens,
    ...(unknown.has("temperature") ? {} : { temperature: 0 }),
    // The same for every tenant and turn, so that the provider caches it.
    system: system.map((text) => ({ type: "text", text, cache_control: { type: "ephemeral" } })),
    messages: turns.filter(({ role }) => role !== "system").map(messageOf),
    ...(stream ? { stream: true } : {}),
    ...(shape ? { tools: [toolOf(shape)], tool_choice: { type: "tool", name: shape.name } } : {}),
    ...(tools ? { tools: tools.map(toolOf), tool_choice: { type: "auto" } } : {}),
  };
}

function toolOf({ name, description = "Takes the result.", schema }: JsonShape & { description?: string }) {
  return { name, description, input_schema: schema };
}

function messageOf({ role, content, pictures = [] }: ChatTurn) {
  if (pictures.length === 0) return { role, content };
  const sources = pictures.map(({ type, bytes }) => ({
    type: "image",
    source: { type: "base64", media_type: type, data: Buffer.from(bytes).toString("base64") },
  }));
  return { role, content: [...sources, { type: "text", text: content }] };
}

function readPiece(data: string): StreamPiece {
  const parsed = eventSchema.safeParse(jsonOf(data));
  if (!parsed.success) throw new CallError("malformed", "the provider's stream could not be read");
  const { type, message, delta, usage, error } = parsed.data;
  const piece = emptyPiece();
  switch (type) {
    case "error":
      throw errorInStream(error);
    case "message_start":
      if (message?.usage) piece.usage = countsOf(message.usage);
      break;
    case "content_block_delta":
      if (delta?.type === "text_delta") piece.text = delta.text ?? "";
      else piece.isAlive = true;
      piece.thought = delta?.thinking ?? "";
      break;
    case "message_delta":
      if (delta?.stop_reason === "refusal") throw refused();
      if (usage) piece.usage = { output_tokens: usage.output_tokens ?? 0 };
      piece.isFinished = Boolean(delta?.stop_reason);
      piece.isCut = isCut(delta?.stop_reason);
      break;
    case "message_stop":
      piece.isFinished = true;
      piece.isLast = true;
      break;
    default:
      break;
  }
  return piece;
}

function readWhole(text: string, request: Pick<ChatRequest, "tools" | "shape"> | null): WholeAnswer {
  const parsed = wholeSchema.safeParse(jsonOf(text));
  if (!parsed.success) throw new CallError("malformed", "the provider's answer holds no message");
  const { content, stop_reason, usage } = parsed.data;
  if (stop_reason === "refusal") throw refused();
  const said = content.map((block) => (block.type === "text" ? block.text : "")).join("");
  const calls = content.flatMap((block) =>
    block.type === "tool_use" ? [{ id: block.id ?? "", name: block.name ?? "", arguments: block.input ?? {} }] : [],
  );
  const [result] = request?.shape ? calls : [];
  return {
    // JSON of a schema is the input of the forced tool call; text beside it is ignored.
    text: result ? JSON.stringify(result.arguments) : said,
    thought: content.map((block) => (block.type === "thinking" ? (block.thinking ?? "") : "")).join(""),
    ...(request?.tools ? { calls } : {}),
    isCut: isCut(stop_reason),
    usage: usage ? countsOf(usage) : null,
  };
}

/** True when the model reached the output limit or the end of its context. */
function isCut(stopReason: string | null | undefined): boolean {
  return stopReason === "max_tokens" || stopReason === "model_context_window_exceeded";
}

/** Anthropic counts tokens read from and written to its prompt cache separately from the other input. */
function countsOf(usage: NonNullable<z.infer<typeof usageSchema>>): TokenCounts {
  const cached = usage.cache_read_input_tokens ?? 0;
  return {
    input_tokens: (usage.input_tokens ?? 0) + cached + (usage.cache_creation_input_tokens ?? 0),
    output_tokens: usage.output_tokens ?? 0,
    cached_tokens: cached,
  };
}

function refused(): CallError {
  return new CallError("refused", "the model refused");
}
