/** Files of messages: choosing, sending and showing them. */
import "../elements/attach/attach.ts";
import "../elements/files/files.ts";
