"""The wire format: every request body, answer and message as a typed struct, and the descriptions made from them."""
