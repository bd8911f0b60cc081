"""Why a record is not valid, or proves nothing."""

from __future__ import annotations

from collections.abc import Mapping

RECORDS: Mapping[str, str] = {
    # records
    "not_utf8": "the file is not UTF-8 text",
    "no_header": "the header lacks {key!r}",
    "not_a_header": "{line!r} is no header line of the form key: value",
    "header_twice": "the header has {key!r} twice",
    "unknown_version": "{key} {value!r} is not known here; this program reads {known}",
    "bad_first": "{value!r} is no seat",
    "not_an_event": "{line!r} is no event",
    "wrong_seat": "seat {expected} is to act, not {found}",
    "missing_line": "a {key!r} line is due here",
    "unexpected_line": "no {key!r} line is due here",
    "wrong_points": "{key} is {expected}, not {found}",
    "after_the_end": "nothing follows the result",
    "no_such_ply": "the record has {plies} actions, there is no ply {ply}",
    # fair dealing
    "not_hexadecimal": "{key} is not written in hexadecimal as it should be",
    "wrong_commitment": "the commitment is not the SHA-256 of the seed",
    "not_from_seed": "{part} does not come from seed and salts",
    "wrong_salt": "salt {number} does not match its hash",
    "wrong_rounds": "the rounds of dealing are not numbered correctly",
}
