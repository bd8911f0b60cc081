"""The websocket of a page: frames, hello, and reading messages."""
