// @ts-check
/** The parts of a review on the desk of a replay. */

import {mountBox} from "./box.js";
import {mountCurve} from "./curve.js";

/**
 * @param {import("../replay/desk.js").ReplayDesk} desk
 * @param {import("./reviewing.js").Reviewing} reviewing
 * @param {(path: string) => void} go
 */
export function mountReview({boxes}, reviewing, go) {
  const seasons = /** @type {Element} */ (boxes.bar.querySelector(".scrub-seasons"));
  const curve = mountCurve(seasons, reviewing),
    box = mountBox(boxes.review, reviewing, go);
  return {
    render() {
      curve.render();
      box.render();
    },
    close: curve.close,
  };
}
