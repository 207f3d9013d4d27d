"""`fit` beside scikit-learn's logistic regression: the same rows, the same penalty, error and time of both.

Positions come from a file of games (PGN), labelled with their results. scikit-learn and SciPy are installed by hand for
this. Seconds are those of the processor, of one thread each, once both have their rows in memory.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix  # type: ignore[import-untyped]
from sklearn.linear_model import LogisticRegression  # type: ignore[import-not-found]

from leafstrap import games
from leafstrap.evaluators import LinearArchitecture
from leafstrap.training.fit import FeatureMatrix, FitSettings, fit_weights, read_positions
from leafstrap.training.fit.objective import RowExamples


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=Path, help="a file of games")
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--features", default="meep")
    parser.add_argument("--l2", type=float, default=1e-5)
    given = parser.parse_args()

    chess = games.get("chess")
    began = time.process_time()
    data = read_positions(chess, [given.games])
    order = np.random.default_rng(1).permutation(len(data))[: given.positions].tolist()
    positions, results = [data.positions[i] for i in order], np.array(data.results, dtype=np.float32)[order]
    read = time.process_time() - began
    architecture = LinearArchitecture.of(chess, {"features": given.features})
    began = time.process_time()
    rows = architecture.linear_rows(positions)
    seen = time.process_time() - began
    examples = RowExamples.of(FeatureMatrix(rows, results, tuple(architecture.names)))

    began = time.process_time()
    settings = FitSettings(scale=1.0, l2=given.l2, held_out=0.0)
    ours = fit_weights(examples, np.zeros(architecture.size), settings)
    our_seconds = time.process_time() - began

    # A draw is half a win and half a loss: two rows with weights. scikit-learn's C is 1 / (examples · l2).
    matrix = csr_matrix(
        (rows[2].astype(np.float64), rows[1], rows[0]), shape=(len(results), architecture.size)
    )
    won, lost = results > 0, results < 1
    labels = np.concatenate([np.ones(won.sum()), np.zeros(lost.sum())])
    numbers = np.concatenate([np.flatnonzero(won), np.flatnonzero(lost)])
    shares = np.concatenate([results[won], 1 - results[lost]])
    peer = LogisticRegression(C=1 / (len(results) * given.l2), fit_intercept=False, tol=1e-6, max_iter=5000)
    twice = matrix[numbers]
    began = time.process_time()
    peer.fit(twice, labels, sample_weight=shares)
    peer_seconds = time.process_time() - began
    theirs = examples.error(peer.coef_[0].astype(np.float64), 1.0)

    def penalised(error: float, weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        return float(error + 0.5 * given.l2 * (weights @ weights))

    print(
        json.dumps(
            {
                "positions": len(results),
                "features": architecture.size,
                "values": len(rows[1]),
                "seconds_read": read,
                "seconds_rows": seen,
                "ours": {
                    "error": ours.last.cross_entropy,
                    "squares": ours.last.squares,
                    "objective": penalised(ours.last.cross_entropy, ours.weights),
                    "seconds": our_seconds,
                    "steps": ours.iterations,
                },
                "scikit-learn": {
                    "error": theirs.cross_entropy,
                    "squares": theirs.squares,
                    "objective": penalised(theirs.cross_entropy, peer.coef_[0]),
                    "seconds": peer_seconds,
                    "steps": int(peer.n_iter_[0]),
                },
                "difference": abs(ours.last.cross_entropy - theirs.cross_entropy),
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main()
