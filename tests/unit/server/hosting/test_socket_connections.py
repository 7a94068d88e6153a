"""What is sent over WebSockets without the library for them."""

import pytest
from websockets.frames import Frame, Opcode

from quillmap.server.hosting.socket_connections import head_of_text


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_text_is_framed_as_the_library_frames_it(size: int) -> None:
    """Around every limit of the three ways to write a length."""
    text = b"x" * size
    assert head_of_text(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)
