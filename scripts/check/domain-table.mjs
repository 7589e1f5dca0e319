/**
 * The domains of `server/`, each with the domains whose use cases it may import. No cycles. `docs/ARCHITECTURE.md` shows the same table;
 * a test compares them. Every domain may also import `core`, `database`, `protocol` and the `store/` of any domain.
 */
export const domains = {
  accounts: [],
  assistant: ["accounts"],
  knowledge: ["accounts", "assistant"],
  tools: ["accounts", "assistant"],
  copilot: ["accounts", "assistant"],
  tickets: ["accounts", "assistant", "knowledge", "tools"],
  channels: ["accounts", "knowledge", "tickets"],
  operations: ["accounts", "assistant", "knowledge", "tickets", "tools"],
};
