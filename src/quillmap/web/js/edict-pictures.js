// @ts-check
/** A picture for each scoring card, as text for `edictPicture` in art-cards.js. */

/**
 * Capitals earn (see `edictPicture`); `worth` is the number on the badge: by terrain, `each`, or `line` for whole rows
 * and columns. Where a whole cluster earns once, one space of it is a capital. Where a rulebook counts a card in a way
 * of its own, the picture for it has the rulebook in its name.
 * @typedef {{map: string, edge?: string, rows?: number[], cols?: number[], worth?: Record<string, number>}} Picture
 */

/** @type {Record<string, Picture>} */
export const EDICT_PICTURES = {
  "sentinel-wood": {map: "FF.F./F.f../..f../F....", edge: "tl"},
  greenbough: {map: "f..../..f../...../.f...", rows: [0, 1, 3], cols: [0, 1, 2]},
  treetower: {map: ".o.../oFof./.oFo./..o.."},
  "stoneside-forest": {map: "&f.../.ff../..ff&/...f.", worth: {each: 3}},
  "canal-lake": {map: "AW.../AWw../..WA./....."},
  "mages-valley": {map: "..W../.A^Ww/..A../.....", worth: {w: 2, a: 1}},
  "golden-granary": {map: "rW.../.G.../...../rWw..", worth: {w: 1, g: 3}},
  "shoreside-expanse": {map: "...../.Aa.w/..a.w/.....", edge: "r", worth: {each: 3}},
  wildholds: {map: "Vvv../vvv../...../..vv.", worth: {each: 8}},
  "wildholds.el": {map: "Vvv../vvv../...../..vv.", worth: {each: 6}},
  "great-city": {map: "VV..^/VVV.v/.V..v/....."},
  "greengold-plains": {map: "..f../.aVvw/..v../.....", worth: {each: 3}},
  shieldgate: {map: "vvv../vv.../...VV/...V.", worth: {each: 2}},
  borderlands: {map: "ooooo/.o.../.oo../.o...", edge: "tlbr", rows: [0], cols: [1], worth: {line: 6}},
  "lost-barony": {map: "OOO../oooo./ooo../..o..", worth: {each: 3}},
  "broken-road": {map: "o..../Oo.../.o.../..o..", edge: "lb", worth: {each: 3}},
  cauldrons: {map: ".o.../o*o../.o*o./..o.."},
  "faunlost-thicket": {map: "f.F../.fF../f.F../..F..", worth: {each: 2}},
  "heart-of-the-forest": {map: ".fFf./..f../.fFf./..f..", edge: "t", worth: {each: 2}},
  deepwood: {map: "Fff../.ff../....v/.ffv.", worth: {each: 6}},
  "sleepy-valley": {map: "f.ff./..f../fff../.....", rows: [0, 2], worth: {line: 4}},
  craylund: {map: ".ww../wAa../...../.w.a.", worth: {each: 7}},
  "clawsgrave-peaks": {map: "&ww../..wa./...a./^....", worth: {each: 5}},
  "ulems-wallow": {map: ".a.../aW.../.w.a./.....", worth: {each: 4}},
  jorekburg: {map: "aw.../.a.../w.a../.....", cols: [0, 1], worth: {line: 4}},
  "traylo-monastery": {map: "Vvvv./.v.../...../vv...", worth: {each: 7}},
  "gnomish-colony": {map: "Vv.../vvv../...../.vv..", worth: {each: 6}},
  "outer-enclave": {map: ".**../*vv*./.**../....."},
  caravansary: {map: "vv.../.vv../..v../.....", rows: [0, 1, 2], cols: [0, 1, 2]},
  dwarvenholds: {map: "oo^oo/..o../..o../.....", edge: "lr", rows: [0], worth: {line: 7}},
  "banded-hills": {map: "fvaw^/f...v/..a../.....", edge: "lr", rows: [0], worth: {line: 4}},
  silos: {map: "o.o../o.o../o..../o.o..", edge: "tb", cols: [0], worth: {line: 10}},
  "starlit-sigil": {map: "oooo./o*.o./o.oo./ooo..", worth: {each: 4}},
};
