import { useSignal } from "@preact/signals";
import { accountRoutes } from "../../../../protocol/routes/account.ts";
import { useWorkspace } from "../../app-context.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { type PushObstacle, pushObstacle, turnPushOff, turnPushOn } from "./push.ts";
import { pushDeviceOf } from "./push-device.ts";

const obstacles: Record<NonNullable<PushObstacle>, string> = {
  insecure: "Notifications need HTTPS. Open the console at its https:// address.",
  installed:
    "To get notifications on this device, add the console to the home screen: tap Share, then “Add to Home Screen”. Open it from there and turn on notifications on this page.",
  browser: "This browser does not support notifications.",
  blocked: "Notifications are blocked. Allow them in your browser's settings for this site.",
};

/** Notifications on this browser or phone, also while the console is closed. */
export function PushSection() {
  const { api, me, storage, toasts } = useWorkspace();
  const device = pushDeviceOf(storage, me);
  const obstacle = useSignal(pushObstacle());
  const isOn = useSignal(device.get() !== null && obstacle.value === null && Notification.permission === "granted");
  const isBusy = useSignal(false);
  const attempt = (work: () => Promise<void>) => async () => {
    if (isBusy.value) return;
    isBusy.value = true;
    try {
      await work();
    } catch (error) {
      toasts.fail(errorSentence(error));
    } finally {
      isBusy.value = false;
    }
  };
  const turnOn = attempt(async () => {
    const outcome = await turnPushOn(api, device);
    obstacle.value = pushObstacle();
    isOn.value = outcome === "on";
    if (outcome === "unreachable")
      toasts.fail("Your browser's push service can't be reached. You get notifications while the console is open.");
  });
  const turnOff = attempt(async () => {
    await turnPushOff(api, device);
    isOn.value = false;
  });
  const test = attempt(async () => {
    await api.call(accountRoutes.testPushDevice, { id: device.get() ?? "" });
  });
  if (obstacle.value) return <p class="muted">{obstacles[obstacle.value]}</p>;
  return (
    <div class="push-device">
      <p class="muted">
        {isOn.value
          ? "Notifications are on for this device, also while the console is closed."
          : "Get notifications on this device, also while the console is closed."}
      </p>
      <div class="button-row">
        {isOn.value ? (
          <>
            <button type="button" class="btn" aria-disabled={isBusy.value} onClick={test}>
              Send a test
            </button>
            <button type="button" class="btn" aria-disabled={isBusy.value} onClick={turnOff}>
              Turn off
            </button>
          </>
        ) : (
          <button type="button" class="btn" aria-disabled={isBusy.value} onClick={turnOn}>
            Turn on notifications
          </button>
        )}
      </div>
    </div>
  );
}
