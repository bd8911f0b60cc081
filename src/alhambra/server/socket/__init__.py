"""The websocket of a page."""
