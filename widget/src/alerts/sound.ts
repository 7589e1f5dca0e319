/** Kept for all pages of this origin; there is no more to say than that it is wanted. */
const key = "parley-sound";
/** Two notes, in Hz and in seconds from the start: short, low and soft. */
const notes = [
  { pitch: 659, at: 0 },
  { pitch: 880, at: 0.11 },
];
const noteSeconds = 0.28;
const loudness = 0.06;

/** Whether a tone goes with a reply: the tenant offers it, and the visitor wants it. Off unless somebody says so. */
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
      // Blocked: it holds for this page.
    }
  },
};

let isWanted = false;

/** Whether this page may make a sound: browsers keep those quiet that nobody has touched. */
export function mayRing(): boolean {
  return navigator.userActivation?.hasBeenActive !== false && typeof AudioContext === "function";
}

/** The tone. A browser that wants none hears none, and nobody is told. */
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
  // No clicks: it swells for a moment and dies away.
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + noteSeconds);
  note.connect(gain).connect(context.destination);
  note.start(at);
  note.stop(at + noteSeconds);
  return note;
}
