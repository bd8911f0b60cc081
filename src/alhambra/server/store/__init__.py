"""What the server keeps on disk, and the database it keeps it in."""
