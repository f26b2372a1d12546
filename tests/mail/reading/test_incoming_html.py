"""HTML turned to text: lines as a browser breaks them, boards and quotations as they were meant."""

from __future__ import annotations

import pytest

from pbmserv.mail.reading.html_to_text import text_of_html


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("Hello  \n <b>wor</b>ld", "Hello world"),
        ("One<br>two<br/>three<BR >", "One\ntwo\nthree"),
        ("<div>One</div><div><br></div><div>two</div>", "One\n\ntwo"),
        ("<p>One</p>\n<p>two</p>three", "One\n\ntwo\n\nthree"),
        ("<p class=MsoNormal>One</p><p class=MsoNormal>&nbsp;</p><p class=MsoNormal>two</p>", "One\n\ntwo"),
        ('<p style="margin: 0px">One</p><p style="margin:0">two</p>', "One\ntwo"),
        ("<ul><li>One<li>two</ul>three", "* One\n* two\n\nthree"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><th>c<th>d</table>", "a b\nc d"),
        ("&nbsp;&nbsp;x .&nbsp; o<br>&nbsp; o", "  x .  o\n  o"),
        ("<pre>\n  x .\n\t. <b>o</b>\n</pre>end", "  x .\n\t. o\n\nend"),
        ("One<hr>two", "One\n________________________________\ntwo"),
        ("&lt;b&gt; &amp;amp; &quot;&#228;&#xE4;&auml;&euro;", '<b> &amp; "äää€'),
        ("1 < 2 > 1 <3 <- <", "1 < 2 > 1 <3 <- <"),
    ],
)
def test_lines_are_broken_as_in_a_browser(html: str, text: str) -> None:
    assert text_of_html(html, 100).strip("\n") == text


@pytest.mark.parametrize(
    "html",
    [
        "<html><head><title>T</title><style>p { x }</style></head><body>Hello</body></html>",
        "<script>if (a < b) document.write('<p>x')</script>Hello",
        "<STYLE type=x>a</STYLE >Hello<style>unclosed",
        "<!-- a <b> -->Hel<!---->lo<!-- unclosed <p>x",
        "<!DOCTYPE html><?xml version='1.0'?>Hello<![endif]>",
        "<!--[if gte mso 9]><xml><o:x/></xml><![endif]-->Hello",
        "Hello<template>x</template></nonsense></p></blockquote></pre>",
    ],
)
def test_what_is_not_for_reading_is_hidden(html: str) -> None:
    assert text_of_html(html, 100).strip() == "Hello"


def test_quotations_are_marked() -> None:
    html = "New<blockquote>old<br>older<blockquote><p>oldest</p></blockquote></blockquote>newer"

    assert text_of_html(html, 100).split("\n") == ["New", "", "> old", "> older", "", "> oldest", "", "newer"]


@pytest.mark.parametrize(
    "style",
    ["margin:0 0 0 40px;border:none;padding:0px", "margin: 0px 0px 0px 40px; border: none; padding: 0px;"],
)
def test_what_somebody_has_indented_is_no_quotation(style: str) -> None:
    indented, quoted = (f'<blockquote {kind}style="{style}">' for kind in ("", 'type="cite" '))
    html = f"One{indented}two</blockquote>three{quoted}old</blockquote>"

    assert text_of_html(html, 100).split("\n") == ["One", "", "two", "", "three", "", "> old"]


@pytest.mark.parametrize(
    "hidden",
    [
        '<div style="display:none">x</div>',
        "<div style='font-size:0; display : NONE'>x<div>y</div>z</div>",
        '<span style="display:none">x</span>',
        '<p style="display:none">x',
        '<img style="display:none">',
        '<span style="visibility: hidden">x</span>',
        '<div style="max-height:0px;overflow:hidden">x</div>',
        '<div style="max-height:0">x</div>',
        '<div style="font-size:0">x</div>',
        '<span style="color:red;font-size: 0px">x</span>',
        '<span style="font-size:0.0em !important">x</span>',
        '<div style="mso-hide:all">x</div>',
        '<div style="opacity:0">x</div>',
        '<div style="opacity:0.00;">x</div>',
        '<span style="color:#ffffff;background-color:#FFF">x</span>',
        '<span style="background:white; color: rgb(255, 255, 255); background:rgb(255,255,255)">x</span>',
        '<span style="color:transparent">x</span>',
        '<div class="hidden" hidden>x</div>',
        '<table style="display:none"><tr><td>x</table>',
    ],
)
def test_what_a_page_does_not_display_is_not_read(hidden: str) -> None:
    assert text_of_html(f"{hidden}<p>Hello", 100).strip() == "Hello"


@pytest.mark.parametrize(
    "shown",
    [
        '<div class="a hidden">',
        '<div style="max-height:0.5em">',
        "<div data-x=' hidden '>",
        '<div style="font-size:0.9em">',
        '<div style="font-size:10px">',
        '<div style="opacity:0.01">',
        '<div style="fill-opacity:0">',
        '<div style="color:#fff;background-color:#000">',
        '<div style="color:#ffffff">',
    ],
)
def test_what_is_only_called_hidden_is_read(shown: str) -> None:
    assert text_of_html(f"{shown}d3</div><p>Hello", 100).split() == ["d3", "Hello"]


@pytest.mark.parametrize(
    "struck",
    [
        "<s>c3</s>",
        "<strike>c3</strike>",
        "<del>c<b>3</b></del>",
        '<span style="text-decoration:line-through">c3</span>',
    ],
)
def test_what_somebody_has_struck_out_is_not_said(struck: str) -> None:
    assert text_of_html(f"<p>{struck}</p><p>d4</p>", 100).strip() == "d4"
    assert text_of_html(f"<p>{struck} d4</p><small>Hi</small>", 100).split() == ["d4", "Hi"]


def test_numbers_too_long_for_a_character_are_no_error() -> None:
    assert text_of_html(f"a&#{'9' * 10_000};b&#x{'f' * 10_000}g&#xD800;&#0;", 100) == "a\ufffdb\ufffdg\ufffd\ufffd"


def test_only_the_first_lines_of_a_long_page_are_read() -> None:
    assert text_of_html("x<br>" * 10_000, 3) == "x\nx\nx"
    assert text_of_html("<pre>" + "x\n" * 10_000, 3) == "x\nx\nx"
