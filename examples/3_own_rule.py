# %% [markdown]
# # 3. A learning rule of your own
#
# A rule is shown games as arrays, and answers with a sum of errors times gradients. It knows neither what is on the board nor
# where the weights are, so it runs for every game and every evaluator. This one is Monte Carlo prediction: every position
# moves towards the result of its game.
#
# $$\Delta\theta = \alpha \sum_t \left( r - V(s_t) \right) \nabla V(s_t)$$

# %%
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

import numpy as np

import leafstrap as ls
from leafstrap.games.outputs import Outputs
from leafstrap.learn import RULES, RuleContext, RuleKind, Trajectories, Update, WholeGameRule


@dataclass(frozen=True)
class NoSettings:
    """It has none beside the step size, which all rules have."""


@dataclass(frozen=True)
class MonteCarlo(WholeGameRule):
    """Towards the result, from every board."""

    outputs: Outputs

    @classmethod
    def make(cls, settings: NoSettings, context: RuleContext) -> "MonteCarlo":
        """The rule for an architecture: a single value, or the several outputs of backgammon."""
        return cls(context.architecture.outputs)

    def learn(self, games: Trajectories) -> Update:
        """The update of some games."""
        values = games.static_values()  # boards × outputs
        lengths = np.diff([0, *games.ends])
        results = np.repeat(games.rewards, lengths, axis=0)
        known = np.repeat(games.rewarded, lengths)[:, None]
        errors = np.where(known, results - values, 0.0)
        gradient, indices = self.outputs.gradient(games.evaluator, games.positions, errors, games.programs)
        shown = errors @ self.outputs.worth
        return Update(gradient, len(games), float(np.abs(shown).sum()), float((shown**2).sum()), indices)


# %% [markdown]
# Registered under a name, recipes know it. What it learns from is declared, and combinations without a meaning are refused.

# %%
kind = RuleKind("towards the result", NoSettings, MonteCarlo.make, learns_from="board", whole_games=True)
RULES.register("monte-carlo", kind)

# %%
folder = Path(mkdtemp())
recipe = folder / "monte-carlo.toml"
recipe.write_text("""
[evaluator]
features = "material"
initial = "zero"

[backup]
name = "monte-carlo"
step_size = 3e-4

[search]
depth = 1

[experience]
epsilon = 0.2   # a random move now and then, so that games differ

[run]
games = 200
""")

# %% [markdown]
# One rule, two games. Pieces begin worth nothing.

# %%
for game in ("chess", "draughts"):
    run = ls.learn(game, recipe, out=folder / game, quiet=True)
    score = ls.match(game, run.weights, "random", games=10, depth=1)
    learned = zip(run.weights.architecture.names, run.weights.weights, strict=True)
    print(game, ", ".join(f"{name} {weight:.0f}" for name, weight in learned), score)
    assert score.wins > score.losses
