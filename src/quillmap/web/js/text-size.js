// @ts-check
/**
 * Readers with a much larger text size get another layout: `large-text` on the page tells the style sheets.
 */

/** Text at least this many pixels high is large; 16 is usual. */
const LARGE = 24;

/** Watch how large the browser writes: a ruler is as wide as its letters are high. */
export function watchTextSize() {
  const ruler = document.createElement("div"),
    {classList} = document.documentElement;
  ruler.className = "ruler";
  document.body.append(ruler);
  const look = () => classList.toggle("large-text", ruler.offsetWidth >= LARGE);
  new ResizeObserver(look).observe(ruler);
  look();
}
