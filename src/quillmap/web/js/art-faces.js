// @ts-check
/** The faces of bots: a hat for every level, hair and a badge for every style. Pure functions that give SVG markup. */

/** @typedef {{id: number, level: string, style: string}} Person */

/** In the order of their strength: the coat goes by it. */
const HATS = {
  apprentice: `<path d="M32 19q7-3 8.5-13-7.5 2-9.5 11z" fill="var(--crest-mark)"/><path d="M31.5 20.5q4-6 6.5-11"/>`,
  copyist: `<path d="M14 17.5Q15 8.5 24 8.5t10 9q-10-3.5-20 0z"/><circle cx="28" cy="12.5" r="1.7" fill="var(--ink)"/>`,
  wanderer:
    `<path d="M16.5 16Q17 6 24 6t7.5 10z"/><ellipse cx="24" cy="16" rx="15" ry="3.3"/>` +
    `<path d="M16.8 13.5q7.2 2 14.4 0" fill="none"/>`,
  scribe:
    `<path d="M31 9q5-2.5 10-8-8-.5-12 6.5z" fill="var(--crest-mark)"/>` +
    `<path d="M12.5 16.5q-1.5-7 8-9 10-2 14.5 3.5 2 3.5-1.5 6-10.5-3.5-21-.5z"/>`,
  pathfinder:
    `<path d="M11 33Q8.5 8.5 24 4.5 39.5 8.5 37 33q-2.2 3-4.2 3.5 2.6-18.5-8.8-20.5` +
    `-11.4 2-8.8 20.5-2-.5-4.2-3.5z"/>`,
  navigator:
    `<path d="M7.5 13.5Q16 14 24 6q8 8 16.5 7.5-3.5 6.5-16.5 5.5-13 1-16.5-5.5z"/>` +
    `<path d="M12 16q6 .5 12-4.5 6 5 12 4.5" fill="none" stroke="var(--crest-mark)"/>`,
  geographer:
    `<path d="M15.5 12v5.5q8.5-3.5 17 0V12z"/><path d="M24 4.5l15.5 6L24 16.5l-15.5-6z"/>` +
    `<path d="M24 10.5l11 3v5" fill="none"/><circle cx="35" cy="19.5" r="1.6" fill="var(--crest-mark)"/>`,
  surveyor:
    `<path d="M13 16.5q-.5-8.5 11-8.5t11 8.5q-11-3-22 0z"/><path d="M13.2 16.5q10.8-3 21.6 0" fill="none"/>` +
    `<g fill="none"><circle cx="19.8" cy="23.5" r="3.7"/><circle cx="28.2" cy="23.5" r="3.7"/>` +
    `<path d="M23.5 23q.5-.6 1 0"/></g>`,
  master:
    `<path d="M15.5 15.5q5-3 6-14 6 3 10.5 14z"/><ellipse cx="24" cy="16" rx="15.5" ry="3.2"/>` +
    `<path d="M24 7.3l.9 2 2.1.2-1.6 1.4.5 2.1-1.9-1.1-1.9 1.1.5-2.1-1.6-1.4 2.1-.2z" ` +
    `fill="var(--crest-mark)" stroke="none"/>`,
};
export const FACES = Object.keys(HATS);

/** By style: somebody without one, builder, hoarder, hunter, spoiler. */
export const STYLES = ["", "builder", "hoarder", "hunter", "spoiler"];

/** Behind the head, and in front of it. @type {[string, string][]} */
const HAIR = [
  ["", "M14.2 22q-.7-11.5 9.8-11.5T33.8 22q-1.8-5-4.4-6.2-5.4 1.4-10.8 0-2.6 1.2-4.4 6.2z"],
  [
    "M13.2 22q0-12.5 10.8-12.5T34.8 22q1.2 9 .4 14.5H12.8q-.8-5.5.4-14.5z",
    "M14.4 21q1-8.5 9.6-8.5t9.6 8.5q-4-3.8-5.6-6.2-5 5-13.6 6.2z",
  ],
  ["", "M14.8 25q.4 11.5 9.2 12.6 8.8-1.1 9.2-12.6-1.4 4-3.6 4.4-5.6-2-11.2 0-2.2-.4-3.6-4.4z"],
  ["M31 14q7 1 6 10 2.5 7-1.5 13-3.5-1-3.5-6z", "M14.2 21q0-10.5 9.8-10.5t9.8 10.5q-3-5.5-9-6.5-7.6.5-10.6 6.5z"],
  ["", "M17.5 28.8q3.2-2.6 6.5-.6 3.3-2 6.5.6-3.3 1.6-6.5.2-3.2 1.4-6.5-.2z"],
];
const MOUTHS = [
  "M20.5 31q3.5 2.6 7 0",
  "M20.5 30.8q3.5 2 7 0",
  "M21.5 32q2.5 1 5 0",
  "M21 31.3h6",
  "M21 31.8q4 .8 6.4-1.4",
];
/** What somebody likes, as a badge: a house, a coin, a sword, a mask. */
const BADGES = [
  "",
  `<path d="M35.5 39.5l4-3.8 4 3.8M36.7 39v4.2h5.6V39"/>`,
  `<circle cx="39.5" cy="39.7" r="3.5"/><path d="M39.5 37.9v3.6"/>`,
  `<path d="M36.5 43l6-6.7M36.3 39.8l3.2 3M42.5 36.3l.6-.7"/>`,
  `<path d="M35.5 38.2q4-1.6 8 0-.4 4.6-2.4 4.4-1-.1-1.6-1.4-.6 1.3-1.6 1.4-2 .2-2.4-4.4z"/>`,
];

/** Whether there is a face for a level. @param {string} level */
export const hasFace = (level) => level in HATS;

/** Which of its level's people somebody is: by style, or where a level has none by seat. @param {Person} person */
export function variantOf({id, level, style}) {
  const place = STYLES.indexOf(style);
  return level === FACES[0] ? id % STYLES.length : Math.max(0, place);
}

/** The face of a bot. @param {Person} person @param {number} [size] */
export function facePicture(person, size = 30) {
  const place = FACES.indexOf(person.level),
    variant = variantOf(person),
    [behind, front] = HAIR[variant],
    look = (place + variant) % 5,
    hair = `fill="var(--hair-${(place * 2 + variant) % 5})"`;
  const badge = BADGES[STYLES.indexOf(person.style)];
  return (
    `<svg class="bot-face" viewBox="0 0 48 48" width="${size}" height="${size}" aria-hidden="true">` +
    `<g stroke="var(--face-ink)" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round">` +
    `<circle cx="24" cy="24" r="23" fill="var(--face-ground)"/>` +
    (behind ? `<path d="${behind}" ${hair}/>` : "") +
    `<path d="M7.5 40q3-5.5 11.5-6h10q8.5.5 11.5 6Q34 47 24 47T7.5 40z" fill="var(--crest-${place % 7})"/>` +
    `<path d="M20.5 32.5h7v3.5q-3.5 3-7 0z" fill="var(--skin-${look})"/>` +
    `<ellipse cx="24" cy="24" rx="9.5" ry="11" fill="var(--skin-${look})"/>` +
    `<path d="${front}" ${hair}/>` +
    `<path d="M20 23.5h.1M28 23.5h.1" stroke-width="2.8"/>` +
    `<path d="M24 24.5l-.8 2.8h1.4" fill="none" stroke-width="1"/>` +
    `<path d="${MOUTHS[variant]}" fill="none"/>` +
    `<g fill="var(--crest-${(place + 3) % 7})">${HATS[/** @type {keyof typeof HATS} */ (person.level)]}</g>` +
    (badge ? `<g fill="var(--crest-mark)"><circle cx="39.5" cy="39.5" r="7.5"/>${badge}</g>` : "") +
    "</g></svg>"
  );
}
