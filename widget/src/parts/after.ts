/** What comes before the newest messages, and after a conversation has ended. */
import "../elements/after/after.ts";
import "../elements/earlier/earlier.ts";
