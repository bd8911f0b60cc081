"""Live tables: commands become events, bots and clocks run, and pages are updated."""
