// @ts-check
/** What a player does with the piece in hand. Needs no page: what happens is told to the session. */

import {announce} from "../announce.js";
import {card} from "../cards.js";
import {play} from "../sounds.js";
import {cardName, listed, signed, t} from "../words.js";
import {isTimeUp} from "./time-up.js";

/** What the two buttons say that answer an ambush with Acrobatics, or not. @param {boolean} use */
export const declaring = (use) =>
  use
    ? t("page.declare.use", {skill: cardName("acrobatics"), count: card("acrobatics").cost ?? 0})
    : t("page.declare.not");

const LETTERS = "ABCD";

/**
 * Why a bot would draw there, in a sentence; before it what the skill costs that the bot would use.
 * @param {import("../types.js").HintReason[]} reasons
 * @param {string | null} owner whose map it is, if it is not one's own
 * @param {string[]} [edicts] of the game, from A to D
 * @param {string | null} [skill]
 */
export function whyHint(reasons, owner, edicts = [], skill = null) {
  const price = skill ? `${t("page.declare.use", {skill: cardName(skill), count: card(skill).cost ?? 0})}. ` : "";
  if (!reasons.length) return price + t("page.hint.room.text");
  const named = (/** @type {import("../types.js").HintReason} */ {part, card: id}) =>
    id ? `${LETTERS[edicts.indexOf(id)] ?? ""} ${cardName(id)}`.trim() : t(`terms.score.${part}`);
  const parts = listed(reasons.map((each) => `${named(each)} ${signed(owner === null ? each.stars : -each.stars)}`));
  return price + (owner === null ? t("page.hint.why.text", {parts}) : t("page.hint.raid.text", {owner, parts}));
}

/**
 * @param {Pick<import("../session.js").Session, "store" | "hand" | "play" | "ask">} session
 * @param {{showPlaces: boolean, isHinting?: boolean}} ui
 * @param {() => void} touch called when something of *ui* has changed
 */
export function drawingActions(session, ui, touch) {
  const {store, hand, play: send, ask} = session,
    askHint = hintAction(session, ui, touch);
  const takeBack = async () => {
    if (!isTimeUp(store.state)) await send({move: "take-back"});
  };
  const actions = {
    /** Answer what is asked, take the answer back, or go on to what the skill adds. */
    async confirm() {
      const {own, isSending} = store.state;
      if (isSending) return;
      if (own?.answer) return takeBack();
      const {move} = hand;
      // Pressing the button before there is anything to draw shows where it could go.
      if (!move && !hand.isPlaced && hand.isBusy && !ui.showPlaces) actions.places();
      if (!move) return;
      play("quill");
      if (!hand.needsExtra || move.move !== "draw") return send(move);
      const answer = await ask({type: "extras", move}).catch(() => null);
      if (!answer) return;
      hand.beginExtra(answer.extras.spaces, answer.extras.terrains);
      const {followed} = hand;
      if (followed) (await import("../hint.js")).layAddition(hand, followed);
    },
    pin: () => hand.pin(),
    undo() {
      if (store.state.own?.answer) return void takeBack();
      const {isPinned} = hand;
      hand.lift();
      // A piece that is only lifted stays where it lay, and nobody would see that something was undone.
      if (isPinned) hand.leave();
    },
    turn: () => hand.turnBy(true),
    flip: () => hand.flip(),
    /** Show where the piece may go, or no longer. */
    places() {
      ui.showPlaces = !ui.showPlaces;
      touch();
    },
    /** @param {boolean} use */
    declare: (use) => send({move: "declare", use}),
    mayHint: () => hand.kind !== "none" && store.state.table?.hints === true && !store.state.own?.answer,
    /** Let a bot say what it would draw, and lay it there. */
    async hint() {
      if (actions.mayHint() && !store.state.isSending) await askHint(actions.mayHint);
    },
  };
  return actions;
}

/**
 * Ask for a hint and lay it: one question at a time, and the same position only once.
 * @param {Pick<import("../session.js").Session, "store" | "hand" | "ask">} session
 * @param {{isHinting?: boolean}} ui
 * @param {() => void} touch
 */
function hintAction({store, hand, ask}, ui, touch) {
  /** @type {{at: string, answer: any} | null} */
  let known = null;
  const position = () => `${store.state.board?.game}/${store.state.board?.question}`;
  const show = (/** @type {boolean} */ isHinting) => {
    ui.isHinting = isHinting;
    touch();
  };

  /** @param {any} answer @param {typeof import("../hint.js").layHint} layHint */
  function lay({move, reasons}, layHint) {
    if (move.move === "declare") {
      hand.advise(move.use);
      announce(t("page.hint.declare.text", {choice: declaring(move.use)}));
    } else if (layHint(hand, move)) {
      hand.explain(reasons ?? []);
      const {own, table, board} = store.state,
        sheet = own?.choices?.sheet,
        owner = sheet === undefined || sheet === own?.seat ? null : (table?.seats[sheet]?.name ?? "");
      const why = whyHint(hand.reasons ?? [], owner, board?.edicts, hand.skill?.skill);
      announce(`${t("page.hint.text", {spaces: listed(hand.names)})} ${why}`);
    }
  }

  /** @param {() => boolean} mayHint */
  return async (mayHint) => {
    if (ui.isHinting) return;
    const at = position();
    show(true);
    const told = known?.at === at ? known.answer : ask({type: "hint"}).catch(() => null),
      [{layHint}, answer] = await Promise.all([import("../hint.js"), told]).finally(() => show(false));
    if (answer) known = {at, answer};
    if (answer && position() === at && mayHint()) lay(answer, layHint);
  };
}
