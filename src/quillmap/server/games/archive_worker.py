"""The process that reads finished games: a replay of a hundred seats keeps a processor busy for a while."""

from quillmap.server.games.reading import read
from quillmap.server.work.processes import answer_jobs

if __name__ == "__main__":
    answer_jobs(read)
