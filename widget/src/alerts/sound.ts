/** Storage key for all pages of this origin. An entry only means that the visitor wants the tone. */
const key = "parley-sound";
/** Two notes, in Hz and in seconds from the start: short, low and soft. */
const notes = [
  { pitch: 659, at: 0 },
  { pitch: 880, at: 0.11 },
];
const noteSeconds = 0.28;
const loudness = 0.06;

/** Whether a reply plays a tone: the tenant offers it, and the visitor wants it. Off by default. */
export const sound = {
  isOffered: false,

  get isOn(): boolean {
    try {
      return localStorage.getItem(key) !== null;
    } catch {
      return isWanted;
    }
  },

  set isOn(wanted: boolean) {
    isWanted = wanted;
    try {
      if (wanted) localStorage.setItem(key, "on");
      else localStorage.removeItem(key);
    } catch {
      // Storage is blocked: the setting applies to this page only.
    }
  },
};

let isWanted = false;

/** Whether this page may play a sound: browsers block it until the visitor has used the page. */
export function mayRing(): boolean {
  return navigator.userActivation?.hasBeenActive !== false && typeof AudioContext === "function";
}

/** Plays the tone. Does nothing when the browser blocks it. */
export async function ring(): Promise<void> {
  const context = new AudioContext();
  const close = () => void context.close().catch(() => undefined);
  if (context.state !== "running") await context.resume().catch(() => undefined);
  if (context.state !== "running") return close();
  const last = notes.map(({ pitch, at }) => playNote(context, pitch, context.currentTime + at)).at(-1);
  last?.addEventListener("ended", close);
}

function playNote(context: AudioContext, pitch: number, at: number): OscillatorNode {
  const note = new OscillatorNode(context, { frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  // Fade in and out, so that there are no clicks.
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + noteSeconds);
  note.connect(gain).connect(context.destination);
  note.start(at);
  note.stop(at + noteSeconds);
  return note;
}
