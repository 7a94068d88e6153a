"""A server as a host starts it, but for the limits of one address: in a load test all clients have the same."""

import sys
from pathlib import Path

from quillmap.server.hosting.config import Config, Limits
from quillmap.server.hosting.launch import serve

if __name__ == "__main__":
    limits = Limits(address_rate=(1e9, 1e9), table_rate=(1e9, 1e9), sockets_per_address=100_000)
    raise SystemExit(serve(Config(port=int(sys.argv[1]), data=Path(sys.argv[2]), limits=limits)))
