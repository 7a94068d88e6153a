// @ts-check
/** Going through moments: by hand, or by itself at a speed. Touches no DOM, and the clock is a parameter. */

export const SPEEDS = [0.5, 1, 2, 4, 8];
/** How long a moment stays at single speed, in milliseconds. */
const PACE = 1600;

/**
 * @param {number} count of moments
 * @param {() => void} changed
 * @param {{later?: (act: () => void, after: number) => any, never?: (timer: any) => void}} [clock]
 */
export function createPlayer(count, changed, {later = setTimeout, never = clearTimeout} = {}) {
  let at = 0,
    speed = 1,
    isPlaying = false;
  /** @type {any} */
  let timer = null;

  function arm() {
    never(timer);
    timer = null;
    if (isPlaying) timer = later(tick, PACE / speed);
  }
  function tick() {
    at = Math.min(at + 1, count - 1);
    if (at === count - 1) isPlaying = false;
    arm();
    changed();
  }
  /** @param {number} to */
  function set(to) {
    at = Math.max(0, Math.min(count - 1, Math.round(to)));
    arm();
    changed();
  }
  return {
    get at() {
      return at;
    },
    get speed() {
      return speed;
    },
    get isPlaying() {
      return isPlaying;
    },
    get count() {
      return count;
    },
    go: set,
    /** One moment on or back; stepping stops the playback. @param {number} by */
    step(by) {
      isPlaying = false;
      set(at + by);
    },
    /** Play, or stop; from the end it starts over. */
    toggle() {
      isPlaying = !isPlaying;
      if (isPlaying && at === count - 1) at = 0;
      arm();
      changed();
    },
    /** @param {number} to */
    setSpeed(to) {
      speed = to;
      arm();
      changed();
    },
    close() {
      isPlaying = false;
      never(timer);
    },
  };
}

/** @typedef {ReturnType<typeof createPlayer>} Player */
