/** What comes after a conversation has ended. */
import "../elements/after/after.ts";
