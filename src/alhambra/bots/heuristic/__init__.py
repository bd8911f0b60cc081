"""The compiled part of the bots: evaluation, planning and search. It works on positions."""
