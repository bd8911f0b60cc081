# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: infer_types=True, annotation_typing=False
"""Applies a layer to rows that differ in only a few columns."""

from __future__ import annotations

from typing import Any

import cython
import numpy as np


def words_changed(words: Any, row: int, other: int) -> int:
    """In how many words two rows differ."""
    found = 0
    for k in range(words.shape[1]):
        found += words[row, k] != words[other, k]
    return found


def find_changes(rows: Any, words: Any, row: int, other: int, values: Any, at: Any, by: Any) -> int:
    """Find the columns in which one row differs from another, and by how much. Most words are
    equal and are skipped."""
    found = 0
    for word in range(words.shape[1]):
        if words[row, word] != words[other, word]:
            for column in range(8 * word, 8 * word + 8):
                if rows[row, column] != rows[other, column]:
                    at[found] = column
                    by[found] = (
                        values[column, rows[row, column]] - values[column, rows[other, column]]
                    )
                    found += 1
    return found


def add_columns(total: Any, weight: Any, at: Any, by: Any, changes: int) -> None:
    """Add the weights of the changed columns, each times its change. Four columns are added at a
    time, so that the sums are loaded and stored once instead of four times; the last group is
    filled up with columns times 0."""
    if not cython.compiled:
        total += by[:changes] @ weight[at[:changes]]
        return
    for i in range(changes, changes + 3):
        at[i] = 0
        by[i] = 0.0
    for i in range(0, changes, 4):
        one, two = cython.address(weight[at[i], 0]), cython.address(weight[at[i + 1], 0])
        three, four = cython.address(weight[at[i + 2], 0]), cython.address(weight[at[i + 3], 0])
        a, b, c, d = by[i], by[i + 1], by[i + 2], by[i + 3]
        for k in range(weight.shape[1]):
            total[k] += a * one[k] + b * two[k] + c * three[k] + d * four[k]


def check_groups(first: Any, rows: int) -> int:
    """Each group begins after the one before it, and all begin among the rows."""
    groups = first.shape[0]
    for group in range(groups):
        end = first[group + 1] if group + 1 < groups else rows
        if first[group] < 0 or first[group] >= end or end > rows:
            raise ValueError("the groups must begin one after the other, among the rows")
    return 0


def apply_to_groups(
    rows: Any, words: Any, first: Any, begun: Any, values: Any, weight: Any, result: Any
) -> None:
    """Compute the sums of a layer for each row, starting from those of the first row of its group
    (``begun``) or of the previous row, whichever differs less, and adding the columns that differ.
    ``words`` are the same rows as words of eight bytes; a row has a whole number of them.
    ``values`` gives the value of each byte in a column."""
    n, columns, sums = rows.shape[0], rows.shape[1], weight.shape[1]
    if words.shape[0] != n or 8 * words.shape[1] != columns or columns == 0:
        raise ValueError("the words are not those of the rows")
    if values.shape[0] < columns or values.shape[1] < 256 or weight.shape[0] < columns:
        raise ValueError("some columns have no values or no weights")
    if begun.shape[0] < first.shape[0] or begun.shape[1] != sums:
        raise ValueError("the sums begun do not fit the groups and the weights")
    if result.shape[0] < n or result.shape[1] != sums:
        raise ValueError("there is no room for the result")
    check_groups(first, n)
    at = np.empty(rows.shape[1] + 3, np.int32)
    by = np.empty(rows.shape[1] + 3, np.float32)
    groups = first.shape[0]
    with cython.nogil:
        for group in range(groups):
            start = first[group]
            end = first[group + 1] if group + 1 < groups else rows.shape[0]
            for k in range(begun.shape[1]):
                result[start, k] = begun[group, k]
            for row in range(start + 1, end):
                other = start
                if words_changed(words, row, row - 1) < words_changed(words, row, start):
                    other = row - 1
                for k in range(begun.shape[1]):
                    result[row, k] = result[other, k]
                changes = find_changes(rows, words, row, other, values, at, by)
                add_columns(result[row], weight, at, by, changes)
