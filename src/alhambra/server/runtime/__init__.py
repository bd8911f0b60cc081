"""What every part of the server uses: tasks, locks, clocks, metrics, keys, files, JSON."""
