import { AzureChatOpenAICompletions, ChatOpenAICompletions } from "@langchain/openai";
import { CallError } from "./failures.ts";
import { LibraryFetch } from "./library-fetch.ts";
import { contentOf, deploymentsUrl, type OpenAiAccess, sampling } from "./openai-wire.ts";
import type { ChatRequest, Send, ToolSpec } from "./wire.ts";

/**
 * A whole answer of OpenAI, Azure or a compatible server through LangChain's client, as the provider's own JSON. One client for each call:
 * making it costs nothing that can be measured, and limits, signal and failure of the call belong to it alone. Tries are ours, tokens are
 * counted by the provider (the library's own counting loads tables from the network). Throws `CallError` or what `send` threw.
 */
export async function completeByLibrary(access: OpenAiAccess, request: ChatRequest, send: Send): Promise<unknown> {
  let whole: unknown;
  const transport = new LibraryFetch(send, (body) => {
    whole = body;
    // Calls are read by us; about one whose arguments are broken the library would write to the console.
    return request.tools ? nothingToRead : body;
  });
  const fields = {
    model: request.model,
    maxRetries: 0,
    modelKwargs: sampling(request),
    configuration: { fetch: transport.fetch, logLevel: "off" as const },
  };
  const model = access.kind === "azure" ? azure(access, fields) : openAi(access, fields);
  const options = request.shape && !request.unknown.has("format") ? { response_format: formatOf(request.shape) } : {};
  const { tools } = request;
  const asked = tools ? model.bindTools(tools.map(functionOf), { tool_choice: "auto" }) : model;
  await asked
    .invoke(
      request.turns.map((turn) => ({ role: turn.role, content: contentOf(turn) })),
      options,
    )
    .catch((cause: unknown) => {
      const { failure, body } = transport;
      // The library throws an answer away whose JSON is broken or cut; what it cost and what is wrong with it still count.
      if (failure !== undefined || body === undefined)
        throw failure ?? new CallError("malformed", "the provider's answer could not be read", { cause });
    });
  return whole;
}

/** The library sets the limit after our own words for it, by the name of the model; a deployment's name says nothing about its model. */
class Completions extends ChatOpenAICompletions {
  override invocationParams(...given: Parameters<ChatOpenAICompletions["invocationParams"]>) {
    return { ...super.invocationParams(...given), ...this.modelKwargs };
  }
}

class AzureCompletions extends AzureChatOpenAICompletions {
  override invocationParams(...given: Parameters<AzureChatOpenAICompletions["invocationParams"]>) {
    return { ...super.invocationParams(...given), ...this.modelKwargs };
  }
}

type Fields = NonNullable<ConstructorParameters<typeof ChatOpenAICompletions>[0]> & object;

function openAi({ baseUrl, apiKey }: OpenAiAccess & { kind: "openai" }, fields: Exclude<Fields, string>) {
  return new Completions({ ...fields, apiKey, configuration: { ...fields.configuration, baseURL: baseUrl } });
}

/** Every field is given: the library looks for missing ones in the environment. */
function azure(access: OpenAiAccess & { kind: "azure" }, fields: Exclude<Fields, string>) {
  return new AzureCompletions({
    ...fields,
    azureOpenAIApiKey: access.apiKey,
    azureOpenAIApiVersion: access.apiVersion,
    azureOpenAIBasePath: deploymentsUrl(access),
    azureOpenAIApiDeploymentName: fields.model ?? "",
  });
}

const nothingToRead = { choices: [{ index: 0, message: { role: "assistant", content: "" }, finish_reason: "stop" }] };

/** As the provider knows tools. */
function functionOf({ name, description, schema }: ToolSpec) {
  return { type: "function" as const, function: { name, description, parameters: schema } };
}

function formatOf(shape: NonNullable<ChatRequest["shape"]>) {
  return { type: "json_schema" as const, json_schema: { ...shape, strict: true } };
}
