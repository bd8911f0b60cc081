"""The game server: tables, seats, turns and bots, over HTTP and websockets."""
