// Its own style sheet comes with the page.
import "./assistant.css";
import { useWorkspace } from "../app-context.ts";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { Notice } from "../ui/states.tsx";
import { CalibrationPart } from "./calibration.tsx";
import { ThresholdTrial } from "./threshold-trial.tsx";

/** How sure an answer has to be, tried on what visitors asked lately. */
export function GradesPage() {
  const { may } = useWorkspace();
  const text = "Choose how confident an answer must be before visitors see it.";
  if (!may("admin"))
    return (
      <SettingsFrame
        title="Confidence"
        text={text}
        fields={() => <Notice title="Only admins can change the confidence threshold" />}
      />
    );
  return (
    <SettingsFrame
      title="Confidence"
      text={text}
      fields={(edited) => <ThresholdTrial tried={edited.threshold} />}
      below={() => <CalibrationPart />}
    />
  );
}
