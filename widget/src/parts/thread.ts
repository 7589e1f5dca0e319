/** What a conversation is made of. */
import "../elements/timeline/timeline.ts";
