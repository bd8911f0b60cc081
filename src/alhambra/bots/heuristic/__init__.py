"""The compiled part of the bots: evaluation, planning, search. It knows positions, not views."""
