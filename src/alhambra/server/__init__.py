"""The game server: tables, seats, turns and bots at work, for people near and far."""
