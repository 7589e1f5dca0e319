import { define } from "../define.ts";
import { FeedbackComponent } from "./feedback.component.ts";

define("parley-feedback", FeedbackComponent);
