// @ts-check
/**
 * Asking again when very many ask at the same moment: a class behind one address opens the same link. The server says
 * when to come back; each device waits a little longer than that by chance, so that not all come back at once.
 */

/** Milliseconds before a question is asked for the second, third and fourth time, at least. */
const PAUSES = [500, 1500, 3000];
/** Whoever is told to wait for more seconds than these has asked for too much, and reads so. */
const LONGEST_WAIT = 3;

const surroundings = {
  ask: (/** @type {string} */ path, /** @type {RequestInit} */ request) => fetch(path, request),
  sleep: (/** @type {number} */ time) => new Promise((done) => setTimeout(done, time)),
  random: Math.random,
};

/**
 * The answer to a question; only what changes nothing is asked again.
 * @param {string} path @param {RequestInit} request @param {typeof surroundings} [around]
 */
export async function askPatiently(path, request, {ask, sleep, random} = surroundings) {
  for (const pause of PAUSES) {
    const answer = await ask(path, request);
    if (answer.status !== 429 || request.method !== "GET") return answer;
    const told = Number(answer.headers.get("retry-after") ?? 0);
    // A proxy may name a date instead of seconds.
    if (!(told <= LONGEST_WAIT)) return answer;
    await sleep(Math.max(1000 * told, pause) * (1 + random()));
  }
  return ask(path, request);
}
