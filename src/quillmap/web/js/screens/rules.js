// @ts-check
/**
 * The rules to read: contents with all cards at `/rules`, a chapter at `/rules/<chapter>`, a card at
 * `/rules/cards/<card>`.
 */

import {loadCards} from "../cards.js";
import {el, icon} from "../dom.js";
import {screenTitle, setScreenTitle} from "../page-title.js";
import {loadBook} from "../reference/book.js";
import {cardPage} from "../reference/card-page.js";
import {chapterNodes} from "../reference/chapter.js";
import {mountFinder} from "../reference/finder.js";
import {cardName, needWords, t} from "../words.js";
import {NAME, prepare, topBar} from "./parts/frame.js";

/** @typedef {import("../reference/book.js").Book} Book */
/** @typedef {import("../reference/chapter.js").Link} Link */

/** Where the reader was last, so that another language shows the same lines. */
let lastPath = "",
  lastScroll = 0;

/**
 * @param {HTMLElement} root
 * @param {import("../main.js").Context} context
 * @returns {Promise<import("../main.js").Opened>}
 */
export async function open(root, {path, hash, go}) {
  const [cards, book] = await Promise.all([
    loadCards(),
    loadBook(),
    prepare("waiting", "rules"),
    needWords("rules", "reference"),
  ]);
  const ids = [cards.explore, cards.ruins, cards.ambushes, cards.heroes, cards.scoring, cards.skills]
    .flat()
    .map(({id}) => id);
  /** @type {Link} */
  const link = (to, props, ...children) =>
    el(
      "a",
      {
        href: to,
        ...props,
        on: {
          click: (/** @type {MouseEvent} */ event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a new tab or window, as the reader likes
            event.preventDefault();
            go(to);
          },
        },
      },
      ...children,
    );
  const [, , part, id] = path.split("/"),
    chapter = book.chapters.find((each) => each.id === part);
  const isCard = part === "cards" && ids.includes(id);
  const name = isCard ? cardName(id) : chapter ? t(`reference.chapter.${chapter.id}.title`) : t("screens.rules.title");
  root.className = "rules-screen";
  root.append(topBar(t("screens.rules.title"), go));
  if (isCard) root.append(cardScreen(id, ids, book, link));
  else if (chapter) root.append(await chapterScreen(chapter, book, link));
  else root.append(contents(book, ids, link));
  const title = screenTitle();
  setScreenTitle(`${name} – ${NAME}`);
  scrollTo(0, lastPath === path ? lastScroll : 0);
  if (hash && lastPath !== path) showPart(hash.slice(1));
  // On a phone the chapters are a row that scrolls sideways.
  const nav = root.querySelector(".rules-nav"),
    current = /** @type {HTMLElement | null} */ (nav?.querySelector("[aria-current]"));
  if (nav && current) nav.scrollLeft = current.offsetLeft - 20;
  if (lastPath && lastPath !== path && !hash)
    /** @type {HTMLElement | null} */ (root.querySelector("main h2"))?.focus({preventScroll: true});
  lastPath = path;
  return {
    close() {
      setScreenTitle(title);
      lastScroll = scrollY;
    },
  };
}

/** Go down to a part of the page, such as a passage that was looked for. @param {string} id */
function showPart(id) {
  const part = document.getElementById(id);
  part?.scrollIntoView();
  part?.focus({preventScroll: true});
}

/** @param {Book} book @param {string[]} ids @param {Link} link */
function contents(book, ids, link) {
  const chapters = el(
    "ol",
    {class: "chapter-list"},
    ...book.chapters.map(({id}) =>
      el(
        "li",
        {},
        link(
          `/rules/${id}`,
          {},
          el("b", {}, t(`reference.chapter.${id}.title`)),
          el("span", {}, t(`reference.chapter.${id}.text`)),
        ),
      ),
    ),
  );
  return el(
    "main",
    {class: "rules-contents"},
    el(
      "section",
      {class: "paper rules-part"},
      el("h2", {tabindex: -1}, t("reference.chapters")),
      el("p", {class: "lead"}, t("reference.intro.text")),
      mountFinder(ids, link, book, chapters),
      link("/print", {class: "btn to-print"}, icon("i-places"), t("screens.home.print")),
    ),
  );
}

/** The chapters beside what is read. @param {Book} book @param {string} here @param {Link} link */
function chapterNav(book, here, link) {
  const current = (/** @type {string} */ id) => (id === here ? {"aria-current": "page"} : {});
  return el(
    "nav",
    {class: "rules-nav", "aria-label": t("screens.rules.contents")},
    el(
      "ol",
      {},
      ...book.chapters.map(({id}) =>
        el("li", {}, link(`/rules/${id}`, current(id), t(`reference.chapter.${id}.title`))),
      ),
      el("li", {}, link("/rules#cards", current("cards"), t("reference.cards"))),
    ),
  );
}

/** @param {string} path @param {string} key @param {string} name @param {Link} link */
const way = (path, key, name, link) => link(path, {class: `btn ${key}`}, t(`reference.${key}`, {name}));

/** @param {import("../reference/book.js").Chapter} chapter @param {Book} book @param {Link} link */
async function chapterScreen(chapter, book, link) {
  const n = book.chapters.indexOf(chapter),
    before = book.chapters[n - 1],
    after = book.chapters[n + 1];
  const name = (/** @type {{id: string}} */ {id}) => t(`reference.chapter.${id}.title`);
  const ways = el(
    "footer",
    {class: "ways"},
    before ? way(`/rules/${before.id}`, "previous", name(before), link) : "",
    after
      ? way(`/rules/${after.id}`, "next", name(after), link)
      : way("/rules#cards", "next", t("reference.cards"), link),
  );
  return el(
    "div",
    {class: "rules-spread"},
    chapterNav(book, chapter.id, link),
    el("main", {class: "paper rules-part chapter"}, ...(await chapterNodes(chapter, book, link)), ways),
  );
}

/** @param {string} id @param {string[]} ids @param {Book} book @param {Link} link */
function cardScreen(id, ids, book, link) {
  const n = ids.indexOf(id),
    before = ids[n - 1],
    after = ids[n + 1];
  const ways = el(
    "footer",
    {class: "ways"},
    before ? way(`/rules/cards/${before}`, "previous", cardName(before), link) : "",
    after ? way(`/rules/cards/${after}`, "next", cardName(after), link) : "",
  );
  return el(
    "div",
    {class: "rules-spread"},
    chapterNav(book, "cards", link),
    el(
      "main",
      {class: "paper rules-part chapter"},
      el("h2", {tabindex: -1}, cardName(id)),
      cardPage(id, "standard", book),
      ways,
    ),
  );
}
