"""Why a bot, its weights, the arena or a training cannot be used."""

from __future__ import annotations

from collections.abc import Mapping

BOTS: Mapping[str, str] = {
    # bots
    "no_such_bot": "there is no bot {name!r}; there are: {known}, and weights of your own as "
    "mine/3.npz",
    "no_weights_name": "{name!r} names no weights: their file ends in .npz, as mine/3.npz or "
    "mine/3.npz:search",
    "no_such_search": "{name!r} names no search: it takes a time or a number of rows, as "
    "champion:search:200ms or champion:search:4000rows, and perhaps threads=2",
    "no_such_file": "there is no file {file}",
    "no_weights": "the champion's weights {file} are missing",
    "weights_unreadable": "the weights {file} cannot be read",
    "weights_foreign": "the file {file} does not contain weights of a champion",
    "weights_version": "the weights {file} are of version {found}; this program reads {known}",
    "weights_columns": "the weights {file} were trained with other input columns",
    "weights_players": "these weights are for {found} players, not for {players}",
    "weights_shape": "the weights {file} have shapes that do not fit {players} players",
    "arena": "{sentence}",
    "no_training": "training needs torch: `make training`, or install with the extra [train]",
    "no_such_device": "there is no device {device!r} here",
    "nothing_to_learn": "--steps 0 needs weights for {players} players (--from)",
    "nothing_to_resume": "there is no training to resume in {folder}",
    "other_training": "{folder} contains a training with other settings: {difference}",
    "training_there": "{folder} already contains a training: use --resume or another folder",
    "training_unreadable": "the training in {folder} cannot be read, or is of another version",
}
