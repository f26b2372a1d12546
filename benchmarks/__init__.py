"""What pbmserv can do in a second, against what the mail library alone can do in the same run on the same machine.

python -m benchmarks             all of it, three runs each, medians
python -m benchmarks --tiny      each once and small, to see that nothing has rotted
python -m benchmarks.rules       what the rules of each game take for a turn; --tiny as above
python -m benchmarks.macmahon    in how many ways MacMahon's hexagon can be filled: ten minutes; --tiny as above
"""
