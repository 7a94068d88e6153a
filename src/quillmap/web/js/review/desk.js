// @ts-check
/** The parts of a review on the desk of a replay. */

import {mountBox} from "./box.js";
import {mountCurve} from "./curve.js";
import {mountSteps} from "./pieces.js";

/**
 * @param {import("../replay/desk.js").ReplayDesk} desk
 * @param {import("./reviewing.js").Reviewing} reviewing
 * @param {(path: string) => void} go
 */
export function mountReview({boxes}, reviewing, go) {
  const seasons = /** @type {Element} */ (boxes.bar.querySelector(".scrub-seasons"));
  const curve = mountCurve(seasons, reviewing),
    box = mountBox(boxes.review, reviewing, go);
  // On phones these stand in the bar, under the thumb, and those of the box are hidden.
  const steps = mountSteps(reviewing),
    transport = /** @type {Element} */ (boxes.bar.querySelector(".transport"));
  transport.prepend(steps.back);
  transport.append(steps.next);
  return {
    render() {
      curve.render();
      box.render();
      steps.render();
    },
    close() {
      curve.close();
      steps.back.remove();
      steps.next.remove();
    },
  };
}
