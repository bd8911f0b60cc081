"""Training the champion; needs torch, which nobody else does. See docs/champion.md."""
