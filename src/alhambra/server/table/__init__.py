"""Tables at play: commands become events, bots and clocks go on, pages are told."""
