// @ts-check
/**
 * Quiet sounds of a desk, made by the browser itself: no files. Off until somebody turns them on; what was chosen stays
 * on this device.
 */

const KEY = "quillmap.sound";

/** @typedef {{isOn: boolean, volume: number}} Sound volume from 0 to 1 */

/** @returns {Sound} */
export function sound() {
  try {
    const {isOn, volume} = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return {isOn: isOn === true, volume: typeof volume === "number" ? Math.max(0, Math.min(1, volume)) : 0.5};
  } catch {
    return {isOn: false, volume: 0.5};
  }
}

/** @param {Partial<Sound>} changes */
export function setSound(changes) {
  localStorage.setItem(KEY, JSON.stringify({...sound(), ...changes}));
  if (master) master.gain.value = loudness();
}

/** Ears hear in proportions: half way up the slider is to sound half as loud. */
const loudness = () => sound().volume ** 2;

/** @type {AudioContext | null} */
let context = null;
/** @type {GainNode | null} */
let master = null;
/** @type {AudioBuffer | null} */
let grain = null;

/** @typedef {{context: AudioContext, out: AudioNode, at: number}} Desk where a sound is made, and when */

/**
 * Make a sound, if sounds are on; nothing waits for it.
 * @param {keyof typeof SOUNDS} name
 */
export function play(name) {
  if (!sound().isOn || typeof AudioContext === "undefined") return;
  const desk = openDesk();
  if (desk) SOUNDS[name](desk);
}

/** @returns {Desk | null} */
function openDesk() {
  if (!context || !master) {
    context = new AudioContext();
    master = context.createGain();
    master.connect(context.destination);
  }
  master.gain.value = loudness();
  // Browsers play sounds only after the user has touched the page; until then they are dropped.
  if (context.state === "suspended") context.resume().catch(() => {});
  return {context, out: master, at: context.currentTime + 0.01};
}

/** A second of noise, from which pen and paper are made. @param {AudioContext} context */
function noiseOf(context) {
  if (grain) return grain;
  grain = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const data = grain.getChannelData(0);
  for (let n = 0; n < data.length; n++) data[n] = Math.random() * 2 - 1;
  return grain;
}

/**
 * Loudness over time: up, then away.
 * @param {Desk} desk
 * @param {number} from
 * @param {number} peak
 * @param {number} rise
 * @param {number} fall
 */
function swell({context, out, at}, from, peak, rise, fall) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at + from);
  gain.gain.exponentialRampToValueAtTime(peak, at + from + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + from + rise + fall);
  gain.connect(out);
  return gain;
}

/**
 * A breath of noise through a filter that glides.
 * @param {Desk} desk
 * @param {{from?: number, low: number, high: number, peak: number, rise: number, fall: number, sharp?: number}} options
 */
function rustle(desk, {from = 0, low, high, peak, rise, fall, sharp = 1}) {
  const {context, at} = desk,
    source = context.createBufferSource(),
    filter = context.createBiquadFilter();
  source.buffer = noiseOf(context);
  filter.type = "bandpass";
  filter.Q.value = sharp;
  filter.frequency.setValueAtTime(low, at + from);
  filter.frequency.exponentialRampToValueAtTime(high, at + from + rise + fall);
  source.connect(filter).connect(swell(desk, from, peak, rise, fall));
  source.start(at + from, Math.random() * 0.4, rise + fall + 0.05);
}

/**
 * A tone that dies away.
 * @param {Desk} desk
 * @param {{from?: number, pitch: number, to?: number, peak: number, rise?: number, fall: number, shape?:
 *   OscillatorType}} options
 */
function tone(desk, {from = 0, pitch, to = pitch, peak, rise = 0.006, fall, shape = "sine"}) {
  const {context, at} = desk,
    source = context.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(pitch, at + from);
  if (to !== pitch) source.frequency.exponentialRampToValueAtTime(to, at + from + rise + fall);
  source.connect(swell(desk, from, peak, rise, fall));
  source.start(at + from);
  source.stop(at + from + rise + fall + 0.05);
}

/** What can be heard. */
const SOUNDS = {
  /** Two strokes of a quill. @param {Desk} desk */
  quill(desk) {
    rustle(desk, {low: 3200, high: 5200, peak: 0.16, rise: 0.03, fall: 0.09, sharp: 3});
    rustle(desk, {from: 0.13, low: 4800, high: 2600, peak: 0.13, rise: 0.02, fall: 0.13, sharp: 3});
  },
  /** A card turned over. @param {Desk} desk */
  page(desk) {
    rustle(desk, {low: 700, high: 2600, peak: 0.2, rise: 0.09, fall: 0.16, sharp: 0.8});
    rustle(desk, {from: 0.2, low: 1500, high: 500, peak: 0.14, rise: 0.01, fall: 0.07, sharp: 1.2});
  },
  /** A coin on the table. @param {Desk} desk */
  coin(desk) {
    for (const [from, pitch, peak] of [
      [0, 2093, 0.07],
      [0, 3520, 0.035],
      [0.07, 2637, 0.06],
      [0.07, 4435, 0.025],
    ])
      tone(desk, {from, pitch, peak, fall: 0.28});
  },
  /** Something comes out of the dark. @param {Desk} desk */
  ambush(desk) {
    tone(desk, {pitch: 98, to: 61, peak: 0.34, rise: 0.02, fall: 0.5, shape: "triangle"});
    tone(desk, {from: 0.24, pitch: 92, to: 55, peak: 0.3, rise: 0.02, fall: 0.6, shape: "triangle"});
    rustle(desk, {low: 180, high: 90, peak: 0.12, rise: 0.15, fall: 0.6});
  },
  /** The bell that ends a season. @param {Desk} desk */
  bell(desk) {
    // A bell's partials are no whole multiples of each other.
    for (const [ratio, peak, fall] of [
      [0.5, 0.1, 2.2],
      [1, 0.14, 1.8],
      [1.19, 0.05, 1.3],
      [2, 0.06, 1],
      [2.74, 0.03, 0.6],
    ])
      tone(desk, {pitch: 392 * ratio, peak, fall});
  },
  /** A space that earns. @param {Desk} desk */
  star(desk) {
    tone(desk, {pitch: 1175, peak: 0.045, fall: 0.16});
  },
  /** A seal pressed into wax. @param {Desk} desk */
  seal(desk) {
    tone(desk, {pitch: 140, to: 70, peak: 0.3, fall: 0.16, shape: "triangle"});
    rustle(desk, {from: 0.02, low: 900, high: 300, peak: 0.1, rise: 0.01, fall: 0.12});
  },
};

/** The names of all sounds, to try them out. */
export const SOUND_NAMES = /** @type {(keyof typeof SOUNDS)[]} */ (Object.keys(SOUNDS));
