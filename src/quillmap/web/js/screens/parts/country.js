// @ts-check
/**
 * The picture of the first screen: a country half explored, and a trail that ends in a cross like the one in the mark.
 */

import {clusterArt, clusters, UNIT} from "../../art.js";
import {svg} from "../../dom.js";

const LAND = [
  "....fff.....^.vv",
  "..fffff..w...vvv",
  "...fff..ww^..vv.",
  ".....^.ww.......",
  ".vv...www..aaa..",
  "vvv..wwww.aaaa..",
  ".vv...ww..aa....",
  ".........^...m..",
  "..ff........mm..",
];
const RUINS = [
  [706, 100],
  [256, 448],
  [896, 194],
];
const TRAIL = "M40 470C170 470 210 420 330 452S470 540 560 500 620 360 720 330 800 210 760 130";

export function countryPicture() {
  const columns = LAND[0].length,
    rows = LAND.length,
    width = columns * UNIT,
    height = rows * UNIT;
  let lines = "";
  for (let c = 1; c <= columns; c++) lines += `M${c * UNIT} 0V${height}`;
  for (let r = 1; r <= rows; r++) lines += `M0 ${r * UNIT}H${width}`;
  const dotted =
    `<path d="${lines}" stroke="var(--grid)" stroke-width="1.6" stroke-dasharray=".1 6.3" ` +
    `stroke-linecap="round"/>`;
  const ruins = RUINS.map(([x, y]) => `<use href="#ruins" x="${x}" y="${y}" width="58" height="58"/>`).join("");
  const trail =
    `<g fill="none" stroke="var(--seal)" stroke-linecap="round">` +
    `<path d="${TRAIL}" stroke="var(--sheet)" stroke-width="9" stroke-opacity=".7"/>` +
    `<path d="${TRAIL}" stroke-width="5" stroke-dasharray=".1 13"/>` +
    `<path d="M742 82l32 32M774 82l-32 32" stroke-width="7"/></g>`;
  return svg(
    "svg",
    {class: "country", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "xMaxYMid slice", "aria-hidden": "true"},
    dotted + clusters(LAND).map(clusterArt).join("") + ruins + trail,
  );
}
