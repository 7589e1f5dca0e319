import { Agent, type ClientRequest, get } from "node:http";
import { createParser } from "eventsource-parser";
import { readStreamEvent, type StreamEvent } from "../../protocol/events.ts";
import type { LogRecorder } from "./log-recorder.ts";

const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

export interface Feed {
  /** Ends the connection immediately, like a broken line. */
  cut(): void;
  /** Resolves when the connection has ended, on either side. */
  over: Promise<void>;
}

/** Opens a ticket's feed after the recorder's cursor; the recorder receives every complete frame. */
export function openFeed(
  api: string,
  session: { token: string; origin: string },
  input: { recorder: LogRecorder; onEvent?: (event: StreamEvent) => void },
): Feed {
  let request: ClientRequest | undefined;
  let isCut = false;
  const over = new Promise<void>((resolve) => {
    const headers = {
      origin: session.origin,
      authorization: `Bearer ${session.token}`,
      "last-event-id": input.recorder.cursor,
    };
    request = get(`${api}/chat/events`, { agent, headers }, (response) => {
      const parser = createParser({
        onEvent: ({ id, data }) => {
          const event = readStreamEvent(JSON.parse(data));
          if (!event) return;
          input.recorder.accept({ id, event });
          input.onEvent?.(event);
        },
      });
      response.setEncoding("utf8");
      response.on("data", (text: string) => {
        if (!isCut) parser.feed(text);
      });
      response.on("close", resolve).on("error", () => resolve());
    });
    request.on("error", () => resolve()).on("close", () => resolve());
  });
  return {
    cut() {
      isCut = true;
      request?.destroy();
    },
    over,
  };
}
