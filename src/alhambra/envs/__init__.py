"""Alhambra for programs that learn to play: actions in numbered steps, observations as arrays, and
the interfaces of PettingZoo, Gymnasium and OpenSpiel."""
