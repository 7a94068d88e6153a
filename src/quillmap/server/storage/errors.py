"""Why a storage, or a table in it, can't be used."""

from quillmap.server.problems import Problem


class Unusable(Exception):
    """What should be the storage is damaged, or is something else."""


class WrongVersion(Exception):
    """What is stored was written by a newer version of the program, or is not ours."""

    def __init__(self, version: int, known: int) -> None:
        self.version = version
        self.known = known
        super().__init__(f"the stored data has version {version}; this program knows versions up to {known}")


class DatabaseInUse(Exception):
    """Another server uses the database."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        super().__init__(f"another server uses the database: {owner}")


class OtherCluster(DatabaseInUse):
    """Servers that use the database share another secret."""


class AddressTaken(DatabaseInUse):
    """Another server that uses the database has the same address."""


class HeldElsewhere(Problem):
    """Another server that uses the same database holds a table."""

    def __init__(self, node: str, address: str) -> None:
        self.node = node
        self.address = address
        super().__init__("not-ready")
