/** The visitor's conversations. */
import "../elements/conversations/conversations.ts";
