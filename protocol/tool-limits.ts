/**
 * Most tools that the assistant is offered in one question; the first by connection and name. OpenAI refuses a request with more than 128,
 * and models choose worse among many.
 */
export const mostOfferedTools = 64;
