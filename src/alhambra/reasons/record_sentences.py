"""Why a record is not valid, or proves nothing."""

from __future__ import annotations

from collections.abc import Mapping

RECORDS: Mapping[str, str] = {
    # records
    "not_utf8": "the file is not UTF-8 text",
    "no_header": "the header has no {key!r} line",
    "not_a_header": "{line!r} is not a header line of the form key: value",
    "header_twice": "the header has {key!r} twice",
    "unknown_version": "{key} {value!r} is not supported; this program reads {known}",
    "bad_first": "{value!r} is not a seat",
    "not_an_event": "{line!r} is not an event",
    "wrong_seat": "it is the turn of seat {expected}, not of seat {found}",
    "missing_line": "a {key!r} line is missing here",
    "unexpected_line": "a {key!r} line is not expected here",
    "wrong_points": "{key} should be {expected}, not {found}",
    "after_the_end": "nothing may follow the result",
    "no_such_ply": "the record has {plies} actions; there is no action {ply}",
    # fair dealing
    "not_hexadecimal": "{key} is not hexadecimal in the expected form",
    "wrong_commitment": "the commitment is not the SHA-256 of the seed",
    "not_from_seed": "{part} does not follow from the seed and the salts",
    "wrong_salt": "salt {number} does not match its hash",
    "wrong_rounds": "the rounds of dealing are not numbered correctly",
}
