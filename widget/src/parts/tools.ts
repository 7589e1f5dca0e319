/** What the assistant asks back, what tools did for it, and what waits for a yes. */
import "../elements/clarification/clarification.ts";
import "../elements/tools/tools.ts";
