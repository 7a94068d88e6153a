// @ts-check
/** Why a replay can't be shown, in a sentence. */

import {Refusal} from "../refusal.js";
import {troubleText} from "../screens/parts/frame.js";
import {hasText, t} from "../words.js";

/**
 * A record that was changed or damaged is told from a file that is none: its refusal has the event that can't be.
 * @param {unknown} error
 */
export function problemText(error) {
  if (!(error instanceof Refusal)) return troubleText(error);
  const {code, params} = error,
    key = `replay.problem.${code}${params.event > 1 ? "-event" : ""}.text`;
  return hasText(key) ? t(key, params) : troubleText(error);
}
