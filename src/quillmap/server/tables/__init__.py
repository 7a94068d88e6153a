"""Tables: all of them, one in memory, what can be done to it, its seats and its clock."""
