import { define } from "../define.ts";
import { MemoryComponent } from "./memory.component.ts";

define("parley-memory", MemoryComponent);
