"""A table as a log of events, and what the log folds to. Nothing here is made for pages."""
