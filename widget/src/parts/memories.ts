/** What is remembered of the visitor. */
import "../elements/memories/memories.ts";
