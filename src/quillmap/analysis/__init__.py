"""What the answers of a seat are worth, each played further on the same deals, and what that worth is made of.

| module | job |
|---|---|
| ``parts`` | the learned value divided into edicts, coins, monsters and room |
| ``hint_reasons`` | what an answer is good for, as a hint tells it |
| ``foresight`` | what a position leads to, deal by deal: the interface, and the deals |
| ``compiled_foresight``, ``browser_foresight`` | playouts with numba, or by the kernels of a browser |
| ``plain_foresight`` | without either, what a position is worth now |
| ``levels`` | what the learned value leaves out: how much all maps of a moment bring |
| ``engine`` | which foresight this machine has, with levels or without |
| ``comparing`` | candidates on the same deals, and how far to trust their differences |
| ``answers`` | the answers of a seat compared: best, played, and the best alternatives |

Everything here knows what the seat knows, and no more. It is deterministic: the same view, seed and number of playouts
give the same numbers on every machine with numba.
"""
