"""The champion: neural networks trained by self-play, and their evaluation of positions. See
docs/champion.md."""
