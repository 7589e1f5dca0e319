/**
 * Most tools that the assistant can use for one question; the first by connection and name. OpenAI rejects a request with more than 128,
 * and models choose worse among many.
 */
export const mostOfferedTools = 64;
