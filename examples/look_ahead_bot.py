"""An example of a bot that looks ahead without cheating: it plays on from its view, every answer on the same deals.

From the folder above this one, ``quillmap simulate --solo --bots examples.look_ahead_bot:LookAhead,wanderer`` compares
it with another; ``examples.look_ahead_bot:LookAhead@width=8@deals=10`` lets it look at more.
"""

import quillmap as qm


class LookAhead(qm.Bot):
    """Plays the answers that bring most this season further on the same deals, and takes what ended best."""

    uses_compiled_rules = True

    def __init__(self, seed: str = "", width: int = 4, deals: int = 4) -> None:
        super().__init__(seed)
        self.width = width
        self.deals = deals

    def choose(self, view: qm.View, options: qm.Options) -> qm.Answer:
        """Return the best of the answers that were played out; what is not a drawing is left to chance."""
        if view.ask is not qm.Ask.DRAW or len(options) == 1:
            return self.random.choice(options)
        best = sorted(options, key=lambda move: qm.prospect(view, move).season, reverse=True)[: self.width]
        sums = [0.0] * len(best)
        for _ in range(self.deals):
            dealt = qm.Game.from_view(view, self.random)
            seed = self.random.getrandbits(32)  # the same for all answers, another for every deal
            for place, move in enumerate(best):
                game = dealt.copy()
                game.play(move)
                sums[place] += qm.play_out(game, "learned", games=2, seed=seed).of(options.seat).mean
        return best[sums.index(max(sums))]
