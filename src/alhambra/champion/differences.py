# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""A layer applied to rows that differ little from one another."""

from __future__ import annotations

from typing import Any

import cython


def add_scaled(total: list[float], weights: list[float], factor: float, n: int) -> None:
    """Add some weights, each times a factor."""
    for k in range(n):
        total[k] += factor * weights[k]


def spread_out(rows: Any, first: Any, begun: Any, values: Any, weight: Any, result: Any) -> None:
    """The sums of a layer for each row, from those of the first row of its group (``begun``) and
    the columns in which it is another. ``values`` says what each byte stands for in a column.
    Column by column, so that its weights are still at hand for the next row."""
    width = rows.shape[1]
    outputs = weight.shape[1]
    groups = first.shape[0]
    with cython.nogil:
        for group in range(groups):
            start = first[group]
            end = first[group + 1] if group + 1 < groups else rows.shape[0]
            for row in range(start, end):
                for k in range(outputs):
                    result[row, k] = begun[group, k]
            for column in range(width):
                usual = rows[start, column]
                for row in range(start + 1, end):
                    if rows[row, column] != usual:
                        step = values[column, rows[row, column]] - values[column, usual]
                        if cython.compiled:
                            add_scaled(
                                cython.address(result[row, 0]),
                                cython.address(weight[column, 0]),
                                step,
                                outputs,
                            )
                        else:
                            result[row] += step * weight[column]
