"""Evaluators as a C header: C99, no other file, no memory of its own. A row goes in, and the value comes out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill

import numpy as np
from numpy.typing import NDArray

from leafstrap.evaluators.network_layout import NetworkLayout

Array = NDArray[np.float64]

GUARDS = ("#ifndef LEAFSTRAP_WEIGHTS_H\n#define LEAFSTRAP_WEIGHTS_H\n", "#endif\n")
ACTIVATIONS = {
    "sigmoid": "1 / (1 + exp(-y))",
    "symmetric": "y / (1 + fabs(y))",
    "radial": "exp(-y * y)",
}


def linear_header(title: str, weights: Array, names: Sequence[str], centipawns: float | None) -> str:
    """The value is the sum of each feature times its weight."""
    body = [
        _comment(
            f"{title} Features are numbered as their names are; row i of a feature set gives indices and values. The "
            "value is in the view that the rows have."
        ),
        f"#define LEAFSTRAP_FEATURES {len(weights)}",
        *([] if centipawns is None else [f"#define LEAFSTRAP_CENTIPAWNS_PER_UNIT {centipawns!r}"]),
        "",
        _numbers("leafstrap_weights", weights, names),
        """
static inline double leafstrap_value(const int *indices, const double *values, int count) {
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += leafstrap_weights[indices[i]] * values[i];
    return sum;
}
""",
    ]
    return "\n".join([GUARDS[0], *body, GUARDS[1]])


def network_header(
    title: str,
    layouts: Sequence[NetworkLayout],
    activation: str,
    weights: Array,
    output_names: Sequence[str],
    worth: Array,
    constant: float,
    centipawns: float | None,
) -> str:
    """One hidden layer or none; a network for each class of positions."""
    starts = np.cumsum([0, *(layout.size for layout in layouts)])[:-1]
    outputs = layouts[0].outputs
    networks = ", ".join(f"{number} {layout.name}" for number, layout in enumerate(layouts))
    body = [
        _comment(
            f"{title} Networks: {networks}. Indices and values are the inputs of the network that speaks of the "
            "position, the view of the side to move. Outputs: "
            + ", ".join(output_names)
            + ". The value is made of "
            "them, in the same view; what a won game is worth is its unit."
        ),
        "#include <math.h>",
        "",
        f"#define LEAFSTRAP_NETWORKS {len(layouts)}",
        f"#define LEAFSTRAP_OUTPUTS {outputs}",
        *([] if centipawns is None else [f"#define LEAFSTRAP_CENTIPAWNS_PER_UNIT {centipawns!r}"]),
        "",
        _table("leafstrap_inputs", "int", [len(layout.inputs) for layout in layouts]),
        _table("leafstrap_hidden", "int", [layout.hidden for layout in layouts]),
        _table("leafstrap_starts", "int", starts.tolist()),
        _table("leafstrap_worth", "double", worth.tolist()),
        _numbers("leafstrap_weights", weights),
        f"""
/* What a network says: LEAFSTRAP_OUTPUTS numbers. */
static inline void leafstrap_outputs(int network, const int *indices, const double *values, int count,
                                     double *outputs) {{
    const int hidden = leafstrap_hidden[network], inputs = leafstrap_inputs[network];
    const int units = hidden ? hidden : LEAFSTRAP_OUTPUTS;
    const double *first = leafstrap_weights + leafstrap_starts[network], *bias = first + inputs * units;
    const double *sensitivity = bias + hidden, *second = sensitivity + hidden;
    for (int o = 0; o < LEAFSTRAP_OUTPUTS; ++o) outputs[o] = hidden ? second[LEAFSTRAP_OUTPUTS * hidden + o] : 0;
    for (int unit = 0; unit < units; ++unit) {{
        double sum = bias[unit];
        for (int i = 0; i < count; ++i) sum += first[indices[i] * units + unit] * values[i];
        if (!hidden) {{
            outputs[unit] = sum;
            continue;
        }}
        const double y = sensitivity[unit] * sum;
        const double said = {ACTIVATIONS[activation]};
        for (int o = 0; o < LEAFSTRAP_OUTPUTS; ++o) outputs[o] += second[o * hidden + unit] * said;
    }}
}}

static inline double leafstrap_value(int network, const int *indices, const double *values, int count) {{
    double outputs[LEAFSTRAP_OUTPUTS], value = {constant!r};
    leafstrap_outputs(network, indices, values, count, outputs);
    for (int o = 0; o < LEAFSTRAP_OUTPUTS; ++o) value += leafstrap_worth[o] * outputs[o];
    return value;
}}
""",
    ]
    return "\n".join([GUARDS[0], *body, GUARDS[1]])


def _comment(text: str) -> str:
    return "/* " + fill(text.replace("*/", "* /"), 100, subsequent_indent="   ") + " */"


def _table(name: str, kind: str, values: Iterable[object]) -> str:
    return f"static const {kind} {name}[] = {{{', '.join(map(repr, values))}}};"


def _numbers(name: str, weights: Array, names: Sequence[str] = ()) -> str:
    """One a line with its name, or many a line; with all digits that a number has."""
    if names:
        lines = [
            f"    {weight!r}, /* {index} {each.replace('*/', '* /')} */"
            for index, (weight, each) in enumerate(zip(weights.tolist(), names, strict=True))
        ]
    else:
        lines = [
            fill(", ".join(map(repr, weights.tolist())), 116, initial_indent="    ", subsequent_indent="    ")
        ]
    return "\n".join([f"static const double {name}[] = {{", *lines, "};"])
