"""The bot that knows the rules and nothing else."""

from typing import Final

from quillmap.bots.bot import Bot
from quillmap.play.view import View
from quillmap.rules.events import Ask
from quillmap.rules.moves import Answer, Draw
from quillmap.rules.options import Options
from quillmap.rules.skill_drawings import addition
from quillmap.rules.skills import NEEDS_PRINTED_SHAPE, WITH_EXTRA, Skill
from quillmap.rules.terrain import Terrain

SKILL_CHANCE: Final = 0.25
"""How often a skill is used where one is allowed."""

TRIES: Final = 8
"""How many drawings with a skill are tried before giving up."""


class RandomBot(Bot):
    """Uniform over all legal drawings, as pairs of spaces and terrain; now and then with a skill."""

    def choose(self, view: View, options: Options) -> Answer:
        """Return an answer at random."""
        if options.ask not in (Ask.DRAW, Ask.AMBUSH):
            return self.random.choice(list(options))
        # Without skills at the table no chance is spent on them, so that the deals of other tables stay comparable.
        if view.skills and (skills := options.skills) and self.random.random() < SKILL_CHANCE:
            skilled = self._with_skill(view, options, self.random.choice(skills))
            if skilled is not None:
                return skilled
        return options.drawings.pick(self.random.randrange)

    def _with_skill(self, view: View, options: Options, skill: Skill) -> Draw | None:
        """Return a drawing with *skill*, or None if none was found quickly."""
        if skill in (Skill.STEALTH, Skill.NEGOTIATION):  # few drawings: the list is short
            found = list(options.with_skill(skill))
            return self.random.choice(found) if found else None
        if skill in NEEDS_PRINTED_SHAPE and options.drawings.is_fallback:
            return None
        for _ in range(TRIES):
            move = self._proposal(view, options, skill)
            if move is not None:
                return move
        return None

    def _proposal(self, view: View, options: Options, skill: Skill) -> Draw | None:
        """Return a drawing with *skill*, or None if there is nothing to add to the main shape that was picked."""
        drawings = options.drawings
        main = drawings.pick(self.random.randrange)
        terrain = Terrain.VILLAGE if skill is Skill.LORE else main.terrain
        if skill not in WITH_EXTRA:
            return Draw(options.seat, main.spaces, terrain, skill)
        name = drawings.shape_name(main.spaces)
        places = list(addition(view, drawings, main.spaces, terrain, skill, name).places())
        extra = self.random.choice(places) if places else 0
        if not extra:
            return None
        healing = self.random.choice(drawings.terrains) if skill is Skill.HEALING else None
        return Draw(options.seat, main.spaces, terrain, skill, extra, healing)
