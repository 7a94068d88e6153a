"""Scripts for a page in a browser: games at tables of its device, played over the page's own client."""

from typing import Any, Final

from playwright.sync_api import Page

PARTS: Final = """
  const folder = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
  const part = async (name) => {
    for (const file of ["main.js", "shared.js", "screens-waiting.js"]) {
      const found = (await import(folder + file))[name];
      if (found) return found;
    }
    throw new Error(`${name} is in no bundle`);
  };
"""
"""How a script finds a module of the page: those of a version are in bundles."""
OPEN: Final = f"""async ({{setup, bots}}) => {{
  {PARTS}
  const {{askDevice}} = await part("$device_device");
  const {{table, token}} = await askDevice("POST", "/api/tables", {{setup, most_seats: bots.length + 1}});
  for (const level of bots) await askDevice("POST", `/api/tables/${{table.id}}/bots`, {{level}}, token);
  await askDevice("POST", `/api/tables/${{table.id}}/start`, null, token);
  return {{table: table.id, token}};
}}"""
PLAY: Final = f"""async ({{table, token, level, most}}) => {{
  {PARTS}
  const {{connect}} = await part("$table_socket");
  const times = [];
  let game = "", found = -1, acknowledged = -1;
  await new Promise((done, fail) => {{
    let answered = -1, count = 0;
    const socket = connect(table, token, {{message: hear, state: () => {{}}}});
    function hear({{board, own}}) {{
      if (!board) return;
      game = board.game;
      if (found < 0) {{
        found = board.result ? 1e9 : board.question;
        window.told?.(["found", found]);
      }}
      if (board.result) return socket.close(), done();
      if (own?.choices && !own.answer && answered < board.question) answer(board.question).catch(fail);
    }}
    async function answer(question) {{
      answered = question;
      const began = performance.now();
      const {{move}} = await socket.ask({{type: "hint", level}});
      if (move.move === "draw") times.push(performance.now() - began);
      await socket.move(question, move);
      acknowledged = question;
      window.told?.(["acknowledged", question]);
      if (++count === most) socket.close(), done();
    }}
  }});
  return {{times, game, found, acknowledged}};
}}"""
"""Answers what the level would until *most* answers are given; tells ``window.told`` what was acknowledged."""
RECORD: Final = f"""async (game) => {{
  {PARTS}
  return (await part("$device_device")).recordOnDevice(game);
}}"""


def open_table(page: Page, setup: dict[str, Any], bots: list[str]) -> dict[str, Any]:
    """Open a table of the device with bots, and begin a game; return what a player has to know."""
    found: dict[str, Any] = page.evaluate(OPEN, {"setup": setup, "bots": bots})
    return found


def play(page: Page, seat: dict[str, Any], level: str, most: int = -1) -> dict[str, Any]:
    """Let the seat be played by the hints of a level; return how that went.

    That is the ``game``, the question that was ``found`` first, the last one whose answer was ``acknowledged``, and the
    ``times`` that hints for drawings took, in milliseconds.
    """
    found: dict[str, Any] = page.evaluate(PLAY, {**seat, "level": level, "most": most})
    return found


def record(page: Page, game: str) -> str:
    """Return the record of a finished game."""
    found: str = page.evaluate(RECORD, game)
    return found
