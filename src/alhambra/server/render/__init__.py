"""Messages to pages, rendered from a table: what each page may see of it."""
