import { toUrl } from "../../../core/text/parse-url.ts";
import { readPiece, readWhole } from "./openai-answers.ts";
import type { ChatExtra, ChatRequest, ChatTurn, ChatWire } from "./wire.ts";

/** Access to OpenAI, a compatible server or an Azure resource. */
export type OpenAiAccess =
  | { kind: "openai"; baseUrl: string; apiKey: string }
  /** A model is the name of a deployment. */
  | { kind: "azure"; endpoint: string; apiKey: string; apiVersion: string };

/** The chat completions API of OpenAI, Azure and every compatible server. */
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

/** Base URL of Azure deployments; each is below its name. */
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

/** Servers that reject a schema may accept JSON mode. The prompt always contains the schema. */
function responseFormat({ shape, unknown }: ChatRequest): Record<string, unknown> {
  if (!shape || unknown.has("json_object")) return {};
  if (unknown.has("json_schema")) return { response_format: { type: "json_object" } };
  return { response_format: { type: "json_schema", json_schema: { ...shape, strict: true } } };
}

/** Content of a message. Pictures come before the text about them. They are sent inline, so that the provider fetches nothing. */
function contentOf({ content, pictures = [] }: ChatTurn) {
  if (pictures.length === 0) return content;
  const urls = pictures.map(({ type, bytes }) => `data:${type};base64,${Buffer.from(bytes).toString("base64")}`);
  return [
    ...urls.map((url) => ({ type: "image_url" as const, image_url: { url } })),
    { type: "text" as const, text: content },
  ];
}

/**
 * Reasoning models reject every temperature except their default, and the old name of the output limit, which also covers their reasoning.
 */
function sampling({ model, maxOutputTokens, isRoutine, unknown }: ChatRequest): Record<string, number | string> {
  const reasons = unknown.has("limit") || /(?:^|\/)(?:o\d|gpt-5(?![^/]*chat))/.test(model);
  if (!reasons) return { max_tokens: maxOutputTokens, ...(unknown.has("temperature") ? {} : { temperature: 0 }) };
  return {
    max_completion_tokens: maxOutputTokens + (isRoutine ? 2_000 : 8_000),
    ...(isRoutine && !unknown.has("effort") ? { reasoning_effort: "low" } : {}),
  };
}

/** The request part that an error body complains about, by the wording of many servers. */
function unknownExtra(body: string, { unknown, shape }: Pick<ChatRequest, "unknown" | "shape">): ChatExtra | null {
  if (/stream_options|include_usage/i.test(body)) return "usage";
  // vLLM, LM Studio: the chat template has no system role, or that role breaks the required order of roles.
  if (
    /system (?:role|message)s?.{0,40}(?:not|un)\s?support|roles must alternate|only user and assistant roles/i.test(
      body,
    )
  )
    return "system";
  // Ollama: "... does not support tools"; vLLM: "... tool choice requires ...". An error in one tenant's tools says nothing about the
  // model.
  if (/support (?:for )?(?:tools|tool use|function)|tool[ _]choice requires|tool_choice/i.test(body)) return "tools";
  if (/["'`]tools["'`]/i.test(body) && !/invalid|too long|maximum|at most|schema|length/i.test(body)) return "tools";
  if (shape && /response_format|json_schema|json_object|structured/i.test(body))
    return unknown.has("json_schema") ? "json_object" : "json_schema";
  if (/reasoning[_.]effort/i.test(body)) return "effort";
  if (/max_completion_tokens/i.test(body)) return "limit";
  return /temperature(?:(?!temperature).){0,41}(?:support|allowed|only|deprecated)/i.test(body) ? "temperature" : null;
}
