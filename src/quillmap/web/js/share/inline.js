// @ts-check
/**
 * Make a picture of the page stand by itself: colours, fonts and symbols are written into it, and nothing refers to a
 * style sheet any more.
 */

/**
 * What the style sheet says of texts inside pictures, as attributes. Lifted by a third of the letter: not every viewer
 * knows how to centre lines.
 * @type {Record<string, (style: CSSStyleDeclaration) => string>}
 */
const TEXTS = {
  axis: (style) => centred(style, "--font-display", "--ink-2", 'font-weight="600"'),
  letter: (style) => centred(style, "--font-text", "--t-monster-ink", 'font-weight="700" font-size="15"'),
  "badge-n": (style) => centred(style, "--font-text", "--ink", 'font-weight="700" font-size="9.5"'),
};

/** @param {CSSStyleDeclaration} style @param {string} font @param {string} colour @param {string} size */
const centred = (style, font, colour, size) =>
  `font-family="${fontOf(style, font)}" ${size} fill="${style.getPropertyValue(colour).trim()}" ` +
  `text-anchor="middle" dy=".35em"`;

/** A font stack that can stand in an attribute. @param {CSSStyleDeclaration} style @param {string} name */
export const fontOf = (style, name) => style.getPropertyValue(name).trim().replaceAll('"', "'");

/**
 * Run something with the colours of daylight, whatever the page shows now.
 * @template T
 * @param {(style: CSSStyleDeclaration) => T} run
 * @returns {T}
 */
export function byDaylight(run) {
  const probe = document.createElement("div");
  probe.dataset.theme = "light";
  probe.hidden = true;
  document.body.append(probe);
  try {
    return run(getComputedStyle(probe));
  } finally {
    probe.remove();
  }
}

/** Text inside markup: neither tags nor `var(…)` and `url(#…)`, which are replaced. @param {string | number} text */
export const escaped = (text) => String(text).replace(/[&<>"'()]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * Markup with its colours written out and its classes replaced.
 * @param {string} markup
 * @param {CSSStyleDeclaration} style
 */
function resolved(markup, style) {
  const plain = markup.replace(/class="([^"]*)"/g, (_, names) => {
    const known = String(names)
      .split(" ")
      .find((name) => name in TEXTS);
    return known ? TEXTS[known](style) : "";
  });
  return plain.replace(
    /var\((--[a-z0-9-]+)(?:,\s*([^()]*))?\)/g,
    (_, name, otherwise) => style.getPropertyValue(name).trim() || otherwise || "none",
  );
}

/**
 * The symbols and patterns that markup refers to, and those that they refer to.
 * @param {string} markup
 * @returns {string}
 */
function definitions(markup) {
  /** @type {Map<string, string>} */
  const found = new Map();
  const todo = [markup];
  for (let next = todo.pop(); next !== undefined; next = todo.pop())
    for (const [, href, url] of next.matchAll(/href="#([^"]+)"|url\(#([^)]+)\)/g)) {
      const id = href ?? url,
        node = document.getElementById(id);
      if (found.has(id) || !node) continue;
      const text = new XMLSerializer().serializeToString(node);
      found.set(id, text);
      todo.push(text);
    }
  return [...found.values()].join("");
}

/**
 * A whole SVG file from markup of the art modules.
 * @param {string} markup
 * @param {{width: number, height: number, title: string, defs?: string}} options
 * @param {CSSStyleDeclaration} style
 */
export function standalone(markup, {width, height, title, defs = ""}, style) {
  const body = resolved(`<defs>${definitions(markup)}${defs}</defs>${markup}`, style);
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" ` +
    `height="${height}"><title>${escaped(title)}</title>${body}</svg>\n`
  );
}
