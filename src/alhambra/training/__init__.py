"""Training the champion. Only this package needs torch. See docs/champion.md."""
