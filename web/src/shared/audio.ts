// The sounds, made as they are wanted: no file is fetched. Browsers let a page sound after the first click or key alone.

import { settings } from "./settings.svelte";
import { RECIPES, TOUCHES, type Part, type Sound } from "./sounds";

/** What an asked-for sound is told with, to whoever listens on the window: whether it is heard, and why not otherwise. */
export interface Asked {
  sound: Sound;
  heard: boolean;
  touched: boolean;
}
export const ASKED = "bastide:sound";

/** Sounds of one step follow one another so closely. */
const APART = 0.12;

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;
let awake = false;

function wake(): void {
  awake = true;
  if (context?.state === "suspended") void context.resume();
}
// For some browsers a touch is a gesture only when it ends.
for (const gesture of ["pointerdown", "pointerup", "keydown"]) addEventListener(gesture, wake, { capture: true });

/** A second of noise, the same for all sounds. */
function noiseOf(of: BaseAudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = of.createBuffer(1, of.sampleRate, of.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return hiss;
}

/** What makes one part sound, its pitch gliding from one to the other. */
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

/** Loudness as ears take it: half of the slider is half as loud. */
const loudness = (volume: number): number => (Math.min(100, Math.max(0, volume)) / 100) ** 2 * 1.6;

/** While the page is hidden, nothing is heard but whose turn it is, if that is wanted. */
const allowed = (sound: Sound): boolean => !document.hidden || (sound === "mine" && settings.calls);

/** Plays the sounds one after another, as far as they are wanted. */
export function hear(sounds: Sound[]): void {
  let place = 0;
  for (const sound of sounds) {
    const wanted = awake && allowed(sound);
    const heard = wanted && settings.volume > 0 && !settings.muted.includes(sound);
    const shakes = wanted && !document.hidden && settings.touch ? TOUCHES[sound] : undefined;
    if (heard) {
      context ??= new AudioContext();
      if (context.state === "suspended") void context.resume();
      play(context, sound, context.currentTime + 0.01 + APART * place++, loudness(settings.volume));
    }
    const touched = shakes !== undefined && typeof navigator.vibrate === "function" && navigator.vibrate(shakes);
    dispatchEvent(new CustomEvent<Asked>(ASKED, { detail: { sound, heard, touched } }));
  }
}

/** One sound for somebody who sets how it shall be. */
export function sample(sound: Sound): void {
  hear([sound]);
}
