"""Links as QR codes, for phones: pictures that a page can show with an ``img``."""

import io

import segno


def qr_svg(link: str) -> bytes:
    """Return the QR code of *link* as an SVG document, with the light border that scanners need."""
    out = io.BytesIO()
    # White behind black whatever the page's theme: many scanners can't read the inverse.
    segno.make(link, error="m", micro=False).save(out, kind="svg", light="white", omitsize=True)
    # A scaled picture would have hairlines between its rows of squares otherwise.
    return out.getvalue().replace(b"<svg ", b'<svg shape-rendering="crispEdges" ', 1)
