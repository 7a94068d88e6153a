// @ts-check
/** Showing a result of the daily expedition to others; loaded when somebody wants to. */

import {linkTo, needLinks} from "../links.js";
import {copy} from "../screens/parts/invite.js";
import {t} from "../words.js";
import {headingOf, resultText} from "./attempt.js";
import {shareText} from "./share-text.js";

/** The result as text for others. @param {import("../types.js").DailyResult} result */
const sharedText = (result) =>
  shareText({
    heading: `Quillmap · ${headingOf(result.day)}`,
    verdict: `${t(`terms.title.${result.title}`)} · ${resultText(result)}`,
    seasons: result.seasons,
    link: linkTo(`/daily/${result.day}`),
  });

/**
 * Hand the result on as text: to another program on a phone, otherwise to the clipboard.
 * @param {import("../types.js").DailyResult} result
 * @param {(words: string) => void} say
 */
export async function shareResult(result, say) {
  await needLinks();
  const text = sharedText(result);
  // Whoever closes the list of programs has changed their mind: that is no trouble.
  if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({text}).catch(() => {});
  else if (await copy(text)) say(t("daily.copied.text"));
}
