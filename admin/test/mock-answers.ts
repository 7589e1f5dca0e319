export interface Call {
  method: string;
  url: URL;
  body: unknown;
}

export interface Answer {
  status: number;
  body: unknown;
}

/** The signed-in agent. */
export const agent = { id: "person-1", name: "Ada Agent" };

export const ok = (body: unknown, status = 200): Answer => ({ status, body });
export const refuse = (status: number, code: string): Answer => ({ status, body: { error: { code, message: code } } });
