"""What a finished game was made of: the errors of each player, and the luck of deal and draws."""
