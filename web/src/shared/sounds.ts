// Maps events to sounds, and defines the sounds. audio.ts plays them.

import type { GameEvent, Step, View } from "./protocol";

export type Sound = "drawn" | "laid" | "turned" | "figure" | "home" | "points" | "dragon" | "completed" | "mine" | "over" | "tick";
export const SOUNDS: Sound[] = ["drawn", "laid", "turned", "figure", "home", "points", "dragon", "completed", "mine", "over", "tick"];

/** One part of a sound: a gliding tone, or filtered noise. Times in seconds, pitches in hertz. */
export interface Part {
  wave: "sine" | "triangle" | "noise";
  at: number;
  length: number;
  from: number;
  to: number;
  loud: number;
}

const part = (wave: Part["wave"], at: number, length: number, from: number, to: number, loud: number): Part => ({
  wave, at, length, from, to, loud,
});
const tone = (at: number, length: number, from: number, loud: number, to = from) => part("triangle", at, length, from, to, loud);
const bell = (at: number, length: number, pitch: number, loud: number) => part("sine", at, length, pitch, pitch, loud);
const noise = (at: number, length: number, from: number, to: number, loud: number) => part("noise", at, length, from, to, loud);

/** The parts of each sound: actions sound like cardboard and wood, rewards like bells. */
export const RECIPES: Record<Sound, Part[]> = {
  drawn: [noise(0, 0.14, 1400, 3200, 0.16)],
  laid: [noise(0, 0.06, 900, 260, 0.5), tone(0, 0.09, 150, 0.35, 85)],
  turned: [noise(0, 0.07, 2200, 1500, 0.14)],
  figure: [tone(0, 0.07, 520, 0.28, 380), noise(0, 0.03, 1800, 900, 0.22), tone(0.06, 0.06, 330, 0.12, 280)],
  home: [tone(0, 0.06, 300, 0.14, 380), tone(0.08, 0.06, 360, 0.14, 450), tone(0.16, 0.07, 430, 0.14, 540)],
  points: [bell(0, 0.22, 1046.5, 0.14), bell(0.07, 0.3, 1318.5, 0.14)],
  dragon: [noise(0, 0.34, 180, 520, 0.4), tone(0, 0.34, 92, 0.24, 61)],
  completed: [bell(0, 0.24, 659.3, 0.14), bell(0.09, 0.24, 784, 0.14), bell(0.18, 0.45, 1046.5, 0.16)],
  mine: [bell(0, 0.28, 587.3, 0.2), bell(0.14, 0.42, 880, 0.2)],
  over: [bell(0, 0.4, 523.3, 0.16), bell(0.14, 0.4, 659.3, 0.16), bell(0.28, 0.4, 784, 0.16), bell(0.42, 0.9, 1046.5, 0.2)],
  tick: [noise(0, 0.03, 2600, 1900, 0.3), tone(0, 0.05, 880, 0.16, 800)],
};

/** Returns the length of a sound in seconds. */
export const lasting = (sound: Sound): number => Math.max(...RECIPES[sound].map((part) => part.at + part.length));

/** Vibration patterns, in milliseconds on and off: only for actions and turns of the person holding the device. */
export const TOUCHES: Partial<Record<Sound, number[]>> = {
  laid: [12], turned: [6], figure: [10], completed: [14, 50, 14], mine: [28, 60, 28], over: [30, 60, 30, 60, 60],
};

const OF_EVENT: Partial<Record<GameEvent["type"], Sound>> = {
  drawn: "drawn", taken: "drawn", placed: "laid", deployed: "figure", moved: "figure", built: "figure", haunted: "figure", redeemed: "home",
  captured: "home",
};

/**
 * Returns the sounds for a new position in order, each only once. A tile laid by one of this screen's seats is skipped, because its sound
 * was played when it was laid. The turn alert is played when it becomes the turn of one of these seats.
 */
export function soundsOf(before: View | null, after: View, step: Step, you: number[]): Sound[] {
  const heard: Sound[] = [];
  const hear = (sound: Sound) => void (heard.includes(sound) || heard.push(sound));
  for (const event of step.events) {
    const own = event.seat !== undefined && you.includes(event.seat);
    const { type } = event;
    if (type === "led" || type === "withdrawn") hear(event.piece === "dragon" ? "dragon" : "figure");
    else if (type === "scored" && !event.final && event.points) {
      hear(event.finished && event.tile !== null ? "completed" : "points");
    } else if (type === "returned") hear("home");
    else if (OF_EVENT[type] && !(type === "placed" && own)) hear(OF_EVENT[type]!);
  }
  // If everybody shares the screen, no alert is needed.
  const others = after.players.some(({ seat }) => !you.includes(seat));
  if (after.over && !before?.over) hear("over");
  else if (others && mine(after, you) && !mine(before, you)) hear("mine");
  return heard;
}

const mine = (view: View | null, you: number[]): boolean => {
  const seat = view?.over ? null : (view?.decision.seat ?? null);
  return seat !== null && you.includes(seat);
};
