"""Laws that hold for whatever is drawn, dealt and asked."""
