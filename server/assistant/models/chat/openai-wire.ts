import { toUrl } from "../../../core/text/parse-url.ts";
import { readPiece, readWhole } from "./openai-answers.ts";
import type { ChatExtra, ChatRequest, ChatTurn, ChatWire } from "./wire.ts";

/** Where OpenAI, a compatible server or a resource of Azure is. */
export type OpenAiAccess =
  | { kind: "openai"; baseUrl: string; apiKey: string }
  /** A model is the name of a deployment. */
  | { kind: "azure"; endpoint: string; apiKey: string; apiVersion: string };

/** Chat completions as OpenAI, Azure and every compatible server speak them. */
export function openAiWire(access: OpenAiAccess): ChatWire {
  return {
    url: (model) => urlOf(access, model),
    headers: access.kind === "azure" ? { "api-key": access.apiKey } : { authorization: `Bearer ${access.apiKey}` },
    body,
    readPiece,
    readWhole,
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
