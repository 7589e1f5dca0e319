import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/client";
import type { CallOrder, ServerAnswer } from "../answers.ts";
import { CallFault } from "../faults.ts";
import { parseJson } from "../readable.ts";
import type { Wire } from "../wire/wire.ts";
import { openSession } from "./session.ts";

/** Calls one tool in a separate session. @throws CallFault when there is no readable response. */
export async function callMcpTool(
  url: URL,
  { wire, headers, order }: { wire: Wire; headers: Record<string, string>; order: CallOrder },
): Promise<ServerAnswer> {
  let httpStatus: number | null = null;
  const session = await openSession(url, {
    wire,
    headers: order.isWrite ? { ...headers, "idempotency-key": order.callId } : headers,
    onCallSent: order.onSent,
    onCallStatus: (status) => {
      httpStatus = status;
    },
  });
  try {
    const result = await session.run((client) =>
      client.callTool({
        name: order.toolName,
        arguments: order.arguments,
        _meta: { "parley/idempotency-key": order.callId },
      }),
    );
    return answerOf(result, httpStatus);
  } catch (error) {
    if (error instanceof ProtocolError && error.code === ProtocolErrorCode.InternalError && order.isWrite)
      throw new CallFault("broken", "The server failed (internal error).", { cause: error, httpStatus });
    if (error instanceof ProtocolError) return refusalOf(error, httpStatus);
    if (error instanceof CallFault && isConflict(error.httpStatus)) return conflictOf(error);
    throw error;
  }
}

function answerOf(result: CallToolResult, httpStatus: number | null): ServerAnswer {
  const text = result.content.map(textOf).filter(Boolean).join("\n");
  const value = result.structuredContent ?? parseJson(text);
  const outcome = result.isError ? (saysConflict(result.structuredContent) ? "conflict" : "failed") : "completed";
  return { outcome, text: text || JSON.stringify(result.structuredContent ?? null), value, httpStatus };
}

/** Content that is not text is only named. */
function textOf(block: CallToolResult["content"][number]): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
      return `[picture, ${block.mimeType}]`;
    case "audio":
      return `[sound, ${block.mimeType}]`;
    case "resource_link":
      return `[${block.title ?? block.name}: ${block.uri}]`;
    case "resource":
      return "text" in block.resource ? block.resource.text : `[file, ${block.resource.mimeType ?? "unknown"}]`;
    default: {
      const never: never = block;
      return `[${String((never as { type: unknown }).type)}]`; // a kind of a later protocol
    }
  }
}

function refusalOf(error: ProtocolError, httpStatus: number | null): ServerAnswer {
  const outcome = saysConflict(error.data) ? "conflict" : "failed";
  return { outcome, text: error.message, value: undefined, httpStatus };
}

function conflictOf(fault: CallFault): ServerAnswer {
  return { outcome: "conflict", text: fault.said, value: parseJson(fault.said), httpStatus: fault.httpStatus };
}

/** HTTP status of a conflict: the data changed meanwhile. */
export function isConflict(status: number | null): boolean {
  return status === 409 || status === 412;
}

/** The tool's own code for a conflict: `{"code": "conflict"}`. */
function saysConflict(value: unknown): boolean {
  return typeof value === "object" && value !== null && "code" in value && value.code === "conflict";
}
