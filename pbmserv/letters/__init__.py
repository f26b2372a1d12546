"""Texts of letters: Subjects, templates, HTML, threads."""
