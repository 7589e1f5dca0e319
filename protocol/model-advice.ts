/** A failed model call: the kind of failure, the provider and the model. */
export interface FailedCall {
  /** Outcome as in usage records. */
  outcome: string;
  provider: string;
  model: string;
  /** The wrong part of a misconfigured provider's settings, when it is known. */
  setting?: "model" | "key" | "request" | undefined;
}

/** One sentence that tells an admin what to do about a failed call; null when there is nothing to do. */
export function modelAdvice(call: FailedCall): string | null {
  const { outcome, provider, model } = call;
  switch (outcome) {
    case "timeout":
      return `${model} did not answer in time: use a faster model or server, or raise MODEL_FIRST_TOKEN_SECONDS.`;
    case "unavailable":
      return `${provider} cannot be reached or reports an error: check its status, its address and the network.`;
    case "rate_limited":
      return `${provider} limits the requests: raise the account's rate limit or set MODEL_FALLBACK.`;
    case "spend_limit":
      return `The budget of the key for ${provider} is used up: top up the account or raise the key's limit.`;
    case "too_long":
      return `The prompt is longer than the context of ${model}: raise the context size of the server, or set MODEL_CONTEXT_TOKENS to its size.`;
    case "misconfigured":
      return misconfigured(call);
    case "refused":
      return `${model} or the content filter of ${provider} refused: check the filter's settings, or choose another model.`;
    case "malformed":
      return `The answer of ${model} could not be read: choose a model that follows instructions and writes JSON.`;
    case "cut":
      return `${model} had no room to finish: raise the context size of the server or choose a model that reasons less.`;
    case "cut_prompt":
      return `${model} read only part of the prompt: raise its context size on the server${provider === "ollama" ? " (OLLAMA_CONTEXT_LENGTH)" : ""}, and set MODEL_CONTEXT_TOKENS to it.`;
    default:
      return null;
  }
}

function misconfigured({ provider, model, setting }: FailedCall): string {
  if (setting === "key")
    return `${provider} rejects the key: check the API key in the environment and its permissions.`;
  if (setting === "request")
    return `${provider} rejects the request for ${model}: check that the model is a chat model and the server is compatible.`;
  if (provider === "ollama") return `Ollama has no model ${model}: pull the model with "ollama pull ${model}".`;
  if (provider === "azure")
    return `Azure has no deployment ${model}: set MODEL_LARGE and MODEL_SMALL to the names of your deployments.`;
  // A usage record does not say which of the two it was.
  const key = setting === "model" ? "" : ", or rejects the key";
  return `${provider} does not know the model ${model}${key}: check MODEL_LARGE, MODEL_SMALL, the API key and the server's address.`;
}
