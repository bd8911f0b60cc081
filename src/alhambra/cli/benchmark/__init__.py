"""What `alhambra bench` measures."""
