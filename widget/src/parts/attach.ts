/** Pictures and files of messages: choosing, sending and showing them; and the pictures of people. */
import "../elements/attach/attach.ts";
import "../elements/face/face.ts";
import "../elements/files/files.ts";
