// Its own style sheet comes with the page.
import "../styles/assistant.css";
import { useWorkspace } from "../app-context.ts";
import { Notice } from "../components/states.tsx";
import { CalibrationPart } from "../grades/calibration.tsx";
import { ThresholdTrial } from "../grades/threshold-trial.tsx";
import { SettingsFrame } from "../settings/settings-frame.tsx";

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
