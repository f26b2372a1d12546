"""What pbmserv can do, measured against baselines in the same run on the same machine.

python -m benchmarks SCENARIO…   what is named (accept, move, turn, deliver, pictures, growth, start, memory, workers,
                                 web, rules) or all, three runs each, medians; --full for all sizes, --tiny to see
                                 that nothing has rotted, --json FILE to keep the figures
python -m benchmarks report      pages and pictures of the figures that were kept
python -m benchmarks.simulation  a day of mail with so many players and processes: queues and waiting times
python -m benchmarks.macmahon    in how many ways MacMahon's hexagon can be filled: ten minutes; --tiny as above
"""
