"""What is stored, what is written and what is answered, kept in files for whoever changes names and moves code.

Each kind has a module that makes it anew; how that is run stands on top of each.
"""
