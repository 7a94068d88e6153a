"""A solo game on a screen: the shape is moved over the map by keys (``quillmap play --screen``).

| module | what it holds |
|---|---|
| ``piece`` | a shape held over the map: moved, turned, flipped, kept on the map |
| ``hand`` | an answer in the making: which shape, terrain and skill, and what was put down already |
| ``panels`` | the map and what stands around it, as text with styles |
| ``keys`` | which key does what, on Latin and Greek keyboards |
| ``app`` | the screen itself; the only module that needs Textual |
"""
