// Synthesises the sounds with Web Audio, without files. Browsers allow sound only after the first click or key.

import { settings } from "./settings.svelte";
import { RECIPES, TOUCHES, type Part, type Sound } from "./sounds";

/** Details of a requested sound, dispatched on the window: whether it is played, and if not, why. */
export interface Asked {
  sound: Sound;
  heard: boolean;
  touched: boolean;
}
export const ASKED = "bastide:sound";

/** Seconds between the sounds of one step. */
const GAP_SECONDS = 0.12;

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;
let awake = false;

function wake(): void {
  awake = true;
  if (context?.state === "suspended") void context.resume();
}
// In some browsers a touch counts as a gesture only when it ends.
for (const gesture of ["pointerdown", "pointerup", "keydown"]) addEventListener(gesture, wake, { capture: true });

/** Returns a second of noise, shared by all sounds. */
function noiseOf(of: BaseAudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = of.createBuffer(1, of.sampleRate, of.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return hiss;
}

/** Creates the source of one part, with a gliding pitch. */
function source(of: BaseAudioContext, part: Part, begin: number, end: number): { starts: AudioScheduledSourceNode; out: AudioNode } {
  if (part.wave !== "noise") {
    const starts = of.createOscillator();
    starts.type = part.wave;
    starts.frequency.setValueAtTime(part.from, begin);
    starts.frequency.exponentialRampToValueAtTime(part.to, end);
    return { starts, out: starts };
  }
  const starts = of.createBufferSource();
  starts.buffer = noiseOf(of);
  starts.loop = true;
  const filter = of.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = 0.9;
  filter.frequency.setValueAtTime(part.from, begin);
  filter.frequency.exponentialRampToValueAtTime(part.to, end);
  starts.connect(filter);
  return { starts, out: filter };
}

function play(of: BaseAudioContext, sound: Sound, at: number, volume: number): void {
  for (const part of RECIPES[sound]) {
    const begin = at + part.at;
    const end = begin + part.length;
    const { starts, out } = source(of, part, begin, end);
    const gain = of.createGain();
    gain.gain.setValueAtTime(0.0001, begin);
    gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, part.loud * volume), begin + Math.min(0.012, part.length / 4));
    gain.gain.exponentialRampToValueAtTime(0.0001, end);
    out.connect(gain).connect(of.destination);
    starts.start(begin);
    starts.stop(end + 0.02);
  }
}

/** Returns the gain for a volume, such that the middle of the slider sounds half as loud as its end. */
const loudness = (volume: number): number => (Math.min(100, Math.max(0, volume)) / 100) ** 2 * 1.6;

/** Returns whether a sound may be played: while the page is hidden, only the turn alert, if enabled. */
const allowed = (sound: Sound): boolean => !document.hidden || (sound === "mine" && settings.calls);

/** Plays the enabled sounds one after another. */
export function hear(sounds: Sound[]): void {
  let place = 0;
  for (const sound of sounds) {
    const wanted = awake && allowed(sound);
    const heard = wanted && settings.volume > 0 && !settings.muted.includes(sound);
    const shakes = wanted && !document.hidden && settings.touch ? TOUCHES[sound] : undefined;
    if (heard) {
      context ??= new AudioContext();
      if (context.state === "suspended") void context.resume();
      play(context, sound, context.currentTime + 0.01 + GAP_SECONDS * place++, loudness(settings.volume));
    }
    const touched = shakes !== undefined && typeof navigator.vibrate === "function" && navigator.vibrate(shakes);
    dispatchEvent(new CustomEvent<Asked>(ASKED, { detail: { sound, heard, touched } }));
  }
}

/** Plays one sound as a sample in the settings. */
export function sample(sound: Sound): void {
  hear([sound]);
}
