"""Draw the ground of each board from its tables and the geography; run once, the result is checked in."""
